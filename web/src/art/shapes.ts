/** Outlines and colours of every piece. One shape per colour: nothing is told by colour alone. */
import { STAR_NOTCHES, STAR_POINTS } from "../lib/generated/palette";

export {
  FUEL_SIGNS,
  HULLS,
  SEAT_LETTERS,
  SEAT_SHADES,
  SHIP_LETTERS,
  SHIP_SHADES,
  STAR_SHADES,
  WRECK,
} from "../lib/generated/palette";

export type Colour = "blue" | "yellow" | "pink" | "green" | "orange" | "white";

export const COLOURS: readonly Colour[] = ["blue", "yellow", "pink", "green", "orange", "white"];

/** The corners of a star with its colour's number of points, around the origin. */
export function starCorners(colour: Colour): string {
  const points = STAR_POINTS[colour];
  const outer = points <= 4 ? 15.5 : 14;
  const corners: string[] = [];
  for (let i = 0; i < 2 * points; i++) {
    const radius = i % 2 ? outer * STAR_NOTCHES[colour] : outer;
    const angle = (Math.PI * i) / points - Math.PI / 2;
    corners.push(`${(radius * Math.cos(angle)).toFixed(2)},${(radius * Math.sin(angle)).toFixed(2)}`);
  }
  return corners.join(" ");
}

/** Clockwise turn of a pawn in degrees, from feet to the south. */
export const FEET_TURN = { s: 0, w: 90, n: 180, e: 270 } as const;

export type ShipName = "blue" | "yellow" | "red" | "green" | "ghost";

export const SHIPS: readonly ShipName[] = ["blue", "yellow", "red", "green", "ghost"];
