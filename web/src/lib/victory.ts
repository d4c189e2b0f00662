/** Who won, in a sentence. */
import type { Translate } from "./i18n/index.svelte";

export function victoryWords(
  winners: number[],
  names: string[],
  mySeat: number | null,
  t: Translate,
): string {
  const [first, ...others] = winners;
  if (first === undefined) return t("end.nobody");
  if (others.length) return t("end.share", { names: winners.map((seat) => names[seat] ?? "").join(" & ") });
  return first === mySeat ? t("end.you-win") : t("end.wins", { names: names[first] ?? "" });
}

/** Everybody at the end, the winners first, then by score. */
export interface Place {
  name: string;
  score: string;
  piece: string;
  won: boolean;
}
