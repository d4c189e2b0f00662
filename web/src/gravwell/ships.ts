/** How ships are called, and how they came in. */
import type { Translate } from "../lib/i18n/index.svelte";
import type { Place } from "../lib/victory";
import { hullOf } from "./cards";
import { GATE } from "./spiral";
import type { GravwellView, ShipId } from "./types";

export type ShipNames = Record<ShipId, string>;

export function namesOfShips(names: string[], t: Translate): ShipNames {
  return {
    "seat-0": names[0] ?? "",
    "seat-1": names[1] ?? "",
    "seat-2": names[2] ?? "",
    "seat-3": names[3] ?? "",
    ghost: t("grav.ghost"),
    // Not after where they began: they move.
    "derelict-26": t("grav.derelict", { name: "Argo" }),
    "derelict-36": t("grav.derelict", { name: "Echo" }),
  };
}

/** All ships at the end, the one that is farthest out first. */
export function placesOf(view: GravwellView, winners: number[], shipNames: ShipNames): Place[] {
  const order = [...view.ships].sort((a, b) => b.position - a.position);
  return order.map(({ id, seat, position }) => ({
    name: shipNames[id],
    score: position === GATE ? "★" : String(position),
    piece: `ship-${hullOf(id)}`,
    won: seat !== null && winners.includes(seat),
  }));
}
