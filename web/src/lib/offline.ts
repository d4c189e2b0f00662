/** Lets the page open without a server, once it was there: a worker keeps its files. */

/** Once the page is there and quiet: what the worker downloads must not slow down what somebody is looking at. */
export function keepForLater(): void {
  if (!("serviceWorker" in navigator) || !import.meta.env.PROD) return;
  setTimeout(() => {
    keep().catch(() => undefined); // a browser that stores nothing can still be played in
  }, 2000);
}

async function keep(): Promise<void> {
  navigator.serviceWorker.addEventListener("message", () => {
    document.documentElement.dataset.kept = "yes";
  });
  await navigator.serviceWorker.register("/sw.js");
  const { active } = await navigator.serviceWorker.ready;
  const loaded = performance.getEntriesByType("resource").map((entry) => new URL(entry.name).pathname);
  active?.postMessage({ keep: loaded.filter((path) => path.startsWith("/assets/")) });
}
