/** Fuel cards by letter, and the hulls of ships. Only for drawing: what a card does is the server's business. */
import type { ShipName } from "../art/shapes";
import type { Deck, GravwellBoard, ShipId } from "./types";

export function deckOf(board: GravwellBoard): Deck {
  return Object.fromEntries(board.deck.map((card) => [card.letter, card]));
}

const HULLS: Record<ShipId, ShipName | null> = {
  "seat-0": "blue",
  "seat-1": "yellow",
  "seat-2": "red",
  "seat-3": "green",
  ghost: "ghost",
  "derelict-26": null,
  "derelict-36": null,
};

/** Which hull a ship of the view has; null is a derelict. */
export function hullOf(ship: ShipId): ShipName | null {
  return HULLS[ship];
}

const SEATS = ["seat-0", "seat-1", "seat-2", "seat-3"] as const;

/** The ship of a seat; null for a spectator. */
export function shipOf(seat: number | null): ShipId | null {
  return (seat === null ? undefined : SEATS[seat]) ?? null;
}
