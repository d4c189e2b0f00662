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

export const CARD_ICONS: Record<string, string> = {
  long: "M-10 0H10M-6-4L-10 0L-6 4M6-4L10 0L6 4",
  high: "M-8 8V-5C-8-9 6-9 6-3V6M2 3L6 8L10 3",
  drop: "M-9-1H-4M4-1H9M0-10V9M-4 5L0 9L4 5",
  rotate: "M7-5A8.5 8.5 0 1 0 8.5 2M8-11V-4H1",
  wild: "M0-10L2.5-2.5L10 0L2.5 2.5L0 10L-2.5 2.5L-10 0L-2.5-2.5Z",
  tile: "M-9-9H3M9-3V9H-9V-9M9-3A12 12 0 0 0 3-9M-1-12L4-9L0-5",
  double: "M-11 6C-10-6-2-6-1 6C0-6 8-6 9 6M5 3L9 7L12 2",
  teleport: "M-6 10V-1C-6-9 6-9 6-1V10M-11 10H11M0 0V6M-3 3L0 0L3 3",
};

export type ShipName = "blue" | "yellow" | "red" | "green" | "ghost";

export const SHIPS: readonly ShipName[] = ["blue", "yellow", "red", "green", "ghost"];
