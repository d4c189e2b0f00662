/** Loads the page again when it is older than the server: once for each reason, never over and over. */

const KEY = "gravitable.reloaded";
/** Long enough to read why. */
const PAUSE_MS = 1500;

/** What a browser offers for it; tests bring their own. */
export interface Browser {
  storage: Pick<Storage, "getItem" | "setItem" | "removeItem">;
  reload: () => void;
}

function thisBrowser(): Browser {
  return { storage: sessionStorage, reload: () => location.reload() };
}

/** Reloads soon; false when that was tried before for the same reason, and so did not help. */
export function reloadOnce(reason: string, browser: Browser = thisBrowser()): boolean {
  if (browser.storage.getItem(KEY) === reason) return false;
  browser.storage.setItem(KEY, reason);
  setTimeout(browser.reload, PAUSE_MS);
  return true;
}

/**
 * A server that was replaced no longer has the files of the page before: parts that are loaded later are missing. Without a
 * server they are only out of reach, and loading again would lose what is on the screen.
 */
export function reloadWhenFilesAreGone(): void {
  window.addEventListener("vite:preloadError", async (event) => {
    const isThere = await fetch("/healthz").then(
      (answer) => answer.ok,
      () => false,
    );
    if (isThere) reloadOnce(`files: ${event.payload.message}`); // names the file: another for each build
  });
}

/** The reason is gone: should it ever come back, the page may load itself again. */
export function forgetReload(reason: string, browser: Browser = thisBrowser()): void {
  if (browser.storage.getItem(KEY) === reason) browser.storage.removeItem(KEY);
}
