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

/** The reason is gone: should it ever come back, the page may load itself again. */
export function forgetReload(reason: string, browser: Browser = thisBrowser()): void {
  if (browser.storage.getItem(KEY) === reason) browser.storage.removeItem(KEY);
}
