/** Which file shows which page. Only the start page comes with the first load; the others when they are needed. */
import type { Component } from "svelte";
import type { Route } from "../lib/router.svelte";

type Page = { default: Component<Record<string, unknown>> };

const PAGES = {
  new: () => import("./NewTable.svelte"),
  lobby: () => import("./Lobby.svelte"),
  table: () => import("./TablePage.svelte"),
  contest: () => import("./Contest.svelte"),
  replay: () => import("./Replay.svelte"),
  review: () => import("./Review.svelte"),
  analysis: () => import("./Analysis.svelte"),
  mine: () => import("./MyGames.svelte"),
  rules: () => import("./Rules.svelte"),
  puzzles: () => import("./Puzzles.svelte"),
  daily: () => import("./Daily.svelte"),
  learn: () => import("./Learn.svelte"),
  lesson: () => import("./LessonPage.svelte"),
  settings: () => import("./Settings.svelte"),
  account: () => import("./Account.svelte"),
  ratings: () => import("./Ratings.svelte"),
  missing: () => import("./Missing.svelte"),
} as unknown as Record<Exclude<Route["page"], "start">, () => Promise<Page>>;

export function pageFor(page: Exclude<Route["page"], "start">): Promise<Page> {
  return PAGES[page]();
}
