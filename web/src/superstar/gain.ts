/** What a move brings, in few words: "+3: 2 stars, 1 pair". */
import type { Translate } from "../lib/i18n/index.svelte";
import type { SuperstarPreview } from "./types";

export function gainWords(preview: SuperstarPreview, t: Translate): string {
  const stars = preview.stars.length;
  const stolen = preview.steals.length;
  // A steal that makes itself is part of the points already; pairs are what is left of them.
  const pairs = preview.points - stars - preview.tokens - stolen;
  const parts = [
    stars ? t("gain.stars", { count: stars }) : "",
    pairs > 0 ? t("gain.pairs", { count: pairs }) : "",
    preview.tokens ? t("gain.tokens", { count: preview.tokens }) : "",
    preview.ejects.length ? t("gain.ejects", { count: preview.ejects.length }) : "",
  ].filter(Boolean);
  const points = preview.points > 0 ? `+${preview.points}` : `${preview.points}`;
  return parts.length ? `${points}: ${parts.join(", ")}` : t("gain.nothing");
}
