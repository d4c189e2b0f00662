/** The order of the cards before a player, and the keys that choose them. */
import { OWN_CARDS } from "../lib/generated/palette";
import type { CardName, Reserve } from "./types";

export const OWN: readonly CardName[] = OWN_CARDS;

/** One letter per place, side by side on most keyboards. */
export const CARD_KEYS = "asdfghjkl";

/** Everything that may be in hand, each in its place, played or not. */
export function cardsOf(reserve: Reserve): CardName[] {
  return [...OWN, ...reserve.goodies];
}

export function cardKeys(reserve: Reserve | undefined): string {
  return [...CARD_KEYS]
    .slice(0, reserve ? cardsOf(reserve).length : OWN.length)
    .join(" ")
    .toUpperCase();
}
