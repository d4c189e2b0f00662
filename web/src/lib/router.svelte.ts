/** Which page is shown. Addresses are plain paths, so that a table's link is short and can be read out. */

export type Route =
  | { page: "start" }
  | { page: "lobby" }
  | { page: "new"; game: string }
  | { page: "table"; id: string }
  | { page: "contest"; id: string }
  | { page: "replay"; id: string }
  | { page: "review"; id: string }
  | { page: "analysis"; id: string | null; from: string | null }
  | { page: "mine" }
  | { page: "rules"; game: string | null }
  | { page: "puzzles"; which: string | null }
  | { page: "daily" }
  | { page: "learn"; game: string | null }
  | { page: "lesson"; game: string; lesson: string }
  | { page: "settings" }
  | { page: "account" }
  | { page: "ratings" }
  | { page: "missing" };

export function parseRoute(path: string): Route {
  const [first = "", second, ...rest] = path.split("/").filter(Boolean).map(decodeURIComponent);
  const [third] = rest;
  if (first === "learn" && second && third && rest.length === 1)
    return { page: "lesson", game: second, lesson: third };
  if (first === "analysis" && rest.length < 2)
    return { page: "analysis", id: second ?? null, from: third ?? null };
  if (rest.length) return { page: "missing" };
  if (!first) return { page: "start" };
  if (first === "t" && second) return { page: "table", id: second };
  if (first === "d" && second) return { page: "contest", id: second };
  if (first === "r" && second) return { page: "replay", id: second };
  if (first === "review" && second) return { page: "review", id: second };
  if (first === "new" && second) return { page: "new", game: second };
  if (first === "learn") return { page: "learn", game: second ?? null };
  if (first === "rules") return { page: "rules", game: second ?? null };
  if (first === "puzzles") return { page: "puzzles", which: second ?? null };
  if (!second && first === "lobby") return { page: "lobby" };
  if (!second && first === "daily") return { page: "daily" };
  if (!second && first === "games") return { page: "mine" };
  if (!second && (first === "settings" || first === "account" || first === "ratings")) return { page: first };
  return { page: "missing" };
}

class Router {
  path = $state(typeof location === "undefined" ? "/" : location.pathname);
  route = $derived(parseRoute(this.path));

  go(path: string): void {
    if (path !== this.path) history.pushState(null, "", path);
    this.path = path;
    window.scrollTo(0, 0);
  }

  /** Lets a plain link change the page without loading it anew. */
  follow = (event: MouseEvent): void => {
    const link = (event.target as Element | null)?.closest("a");
    if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey)
      return;
    if (link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
    if (link.pathname.startsWith("/api/")) return;
    event.preventDefault();
    this.go(link.pathname);
  };

  start(): void {
    window.addEventListener("popstate", () => {
      this.path = location.pathname;
    });
    document.addEventListener("click", this.follow);
  }
}

export const router = new Router();
