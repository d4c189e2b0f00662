/** What a move brings, in few words: "+3: 2 stars, 1 pair". */
import type { Translate } from "../lib/i18n/index.svelte";
import type { SuperstarPreview } from "./types";

export function gainWords(preview: SuperstarPreview, t: Translate): string {
  const stars = preview.stars.length;
  const stolen = preview.steals.length;
  // A steal that leaves no choice is counted in the points already; what is left of them are pairs.
  const pairs = preview.points - stars - preview.tokens - stolen;
  const parts = [
    stars ? t("gain.stars", { count: stars }) : "",
    pairs > 0 ? t("gain.pairs", { count: pairs }) : "",
    preview.tokens ? t("gain.tokens", { count: preview.tokens }) : "",
    preview.ejects.length ? t("gain.ejects", { count: preview.ejects.length }) : "",
    preview.steal_points ? t("gain.steal", { points: preview.steal_points }) : "",
  ].filter(Boolean);
  const points = signed(preview.points + preview.steal_points);
  return parts.length || preview.points
    ? [points, parts.join(", ")].filter(Boolean).join(": ")
    : t("gain.nothing");
}

/** A number of points that come or go: "+2", "0", "-1". */
export function signed(points: number): string {
  return points > 0 ? `+${points}` : `${points}`;
}
