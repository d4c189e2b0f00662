/** Makes the service worker: a small file that lists what to keep in the browser, so that the page opens without a server. */
import { createHash } from "node:crypto";
import type { Plugin, Rolldown } from "vite";
import { closure } from "./ahead";

/** What can be read without a server: the pages with nothing to play. The rest is kept once it was used. */
const READABLE = ["index", "Rules", "SuperstarRules", "GravwellRules", "Settings", "Missing"];
const ALWAYS = ["/", "/favicon.svg", "/manifest.webmanifest", "/icon-192.png"];

const WORKER = `// Pages come from the server while it answers, and from here when it does not.
const CACHE = "gravitable-VERSION";
const FILES = LIST;
addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)).then(() => skipWaiting()));
});
addEventListener("activate", (event) => {
  const old = (names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(old).then(() => clients.claim()));
});
// The page lists what it loaded before this worker was installed, above all the texts of its language.
addEventListener("message", (event) => {
  const keep = async (cache) => {
    for (const file of event.data.keep) if (!(await cache.match(file))) await cache.add(file);
    event.source.postMessage({ kept: true });
  };
  event.waitUntil(caches.open(CACHE).then(keep));
});
addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || pathname.startsWith("/api/")) return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match("/")));
  else if (pathname.startsWith("/assets/") || FILES.includes(pathname)) event.respondWith(kept(request));
});
async function kept(request) {
  const known = await caches.match(request, { ignoreVary: true });
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) (await caches.open(CACHE)).put(request, answer.clone());
  return answer;
}
`;

function readable(bundle: Rolldown.OutputBundle): string[] {
  const found = new Set<string>();
  for (const [file, chunk] of Object.entries(bundle))
    if (chunk.type === "chunk" && READABLE.includes(chunk.name)) closure(bundle, file, found);
  return [...found].sort().map((name) => `/${name}`);
}

export function offline(): Plugin {
  return {
    name: "gravitable-offline",
    apply: "build",
    enforce: "post",
    generateBundle(_options, bundle) {
      const version = createHash("sha256")
        .update(Object.keys(bundle).sort().join())
        .digest("hex")
        .slice(0, 12);
      const files = JSON.stringify([...ALWAYS, ...readable(bundle)]);
      const source = WORKER.replace("VERSION", version).replace("LIST", files);
      this.emitFile({ type: "asset", fileName: "sw.js", source });
    },
  };
}
