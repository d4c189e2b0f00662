/**
 * What the first page asks the server before it can show a board, asked while its code is still on the way: on a slow line
 * a question that waits for code costs a third of a second.
 */
import { askEarly, lessonPath } from "../lib/api";
import { i18n } from "../lib/i18n/index.svelte";
import { lookPath, nextPath, readWhich } from "../lib/puzzles";
import type { Route } from "../lib/router.svelte";

export function askForFirst(route: Route): void {
  if (route.page === "lesson") {
    const { game, lesson } = route;
    askEarly(lessonPath({ game, lesson, language: i18n.wish, played: [], trying: [] }));
  } else if (route.page === "puzzles") void askForPuzzle(route.which);
}

async function askForPuzzle(which: string | null): Promise<void> {
  const { game, id } = readWhich(which);
  try {
    const wanted = id ?? (await askEarly<{ puzzle: string | null }>(nextPath(game, ""))).puzzle;
    if (wanted) askEarly(lookPath(game, wanted));
  } catch {
    // The page asks again, and says what is wrong.
  }
}
