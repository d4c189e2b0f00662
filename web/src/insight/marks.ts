/** How ways are told apart on the board: each mark has a colour and a dash of its own (app.css), so either is enough. */
import { i18n } from "../lib/i18n/index.svelte";

/** The best and the next ones; what was really played. */
export type Mark = "best" | "second" | "third" | "made";
export type Marks = Partial<Record<string, Mark>>;

export const RANKS: readonly Mark[] = ["best", "second", "third"];

/** Marks for actions, the best first. */
export function ranked(actions: readonly string[]): Marks {
  return Object.fromEntries(actions.map((action, i) => [action, RANKS[i] ?? "third"]));
}

export function percent(share: number, digits = 0): string {
  return new Intl.NumberFormat(i18n.language, { style: "percent", maximumFractionDigits: digits }).format(
    share,
  );
}

/** A change of a chance in points: "+12", "−3", "0". */
export function points(change: number): string {
  const rounded = Math.round(100 * change);
  return new Intl.NumberFormat(i18n.language, { signDisplay: "exceptZero" }).format(rounded || 0);
}
