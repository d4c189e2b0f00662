/** What is printed on the fuel cards. Only for drawing: what a card does is the server's business. */
import type { FuelKind, ShipName } from "../art/shapes";
import type { FuelCard } from "./types";

const PRINTED = "1 2 3 5 2 6 5 4 6 2T 2R 4 10 6R 7 5 3T 9 9 2 5R 7 8 3R 8 7".split(" ");
const ELEMENTS = (
  "Argon Boron Carbon Deuterium Europium Fluorine Gallium Helium Iodine Jovium Krypton Lithium Magnesium " +
  "Neon Oxygen Phosphorus Quantium Radon Silicon Titanium Uranium Vanadium Wolfram Xenon Yttrium Zinc"
).split(" ");
const KINDS: Record<string, FuelKind> = { T: "tractor", R: "repulsor" };

export const FUEL: Record<string, FuelCard> = Object.fromEntries(
  PRINTED.map((print, i) => {
    const letter = String.fromCharCode(65 + i);
    const kind = KINDS[print.slice(-1)] ?? "standard";
    return [letter, { letter, element: ELEMENTS[i] as string, value: Number.parseInt(print, 10), kind }];
  }),
);

const SHIP_BY_SEAT: readonly ShipName[] = ["blue", "yellow", "red", "green"];

/** Which hull a ship of the view has; null is a derelict. */
export function hullOf(ship: string): ShipName | null {
  if (ship === "ghost") return "ghost";
  const seat = /^seat-(\d)$/.exec(ship)?.[1];
  return seat === undefined ? null : (SHIP_BY_SEAT[Number(seat)] ?? null);
}
