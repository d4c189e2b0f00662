/** Where things lie on the drawn board. Pure arithmetic; what is allowed is the server's business. */
import { COLOURS, type Colour, FEET_TURN } from "../art/shapes";
import type { Direction, SuperstarBoard } from "./types";

export const CELL = 56;
export const TILE = 6;
export const MARGIN = 30;

export interface Point {
  x: number;
  y: number;
}

export const STEP: Record<Direction, Point> = {
  n: { x: 0, y: -1 },
  e: { x: 1, y: 0 },
  s: { x: 0, y: 1 },
  w: { x: -1, y: 0 },
};

/** Column and row of a space, both from 0: "b3" is column 1, row 2. */
export function columnRow(space: string): Point {
  return { x: space.charCodeAt(0) - 97, y: Number(space.slice(1)) - 1 };
}

export function spaceAt(column: number, row: number): string {
  return String.fromCharCode(97 + column) + (row + 1);
}

/** The middle of a space. */
export function centre(space: string): Point {
  const { x, y } = columnRow(space);
  return { x: (x + 0.5) * CELL, y: (y + 0.5) * CELL };
}

export function feetTurn(feet: Direction | null): number {
  return FEET_TURN[feet ?? "s"];
}

/** The direction of a step that leaves the board and comes in on the other side, or null. */
export function wrapOf(from: string, to: string, columns: number, rows: number): Direction | null {
  const a = columnRow(from);
  const b = columnRow(to);
  if (a.y === b.y && Math.abs(a.x - b.x) === columns - 1) return a.x > b.x ? "e" : "w";
  if (a.x === b.x && Math.abs(a.y - b.y) === rows - 1) return a.y > b.y ? "s" : "n";
  return null;
}

/** How far `to` lies from `from`, in spaces, the short way round the edge for a step that wraps. */
export function stepVector(from: string, to: string, columns: number, rows: number): Point {
  const wrap = wrapOf(from, to, columns, rows);
  if (wrap) return STEP[wrap];
  const a = columnRow(from);
  const b = columnRow(to);
  return { x: b.x - a.x, y: b.y - a.y };
}

export interface Crossing {
  x: number;
  y: number;
  turn: number;
  number: number;
}

export interface Trace {
  lines: Point[][];
  crossings: Crossing[];
}

const REACH = 0.5 * CELL + 13;
const ARROW: Record<Direction, number> = { n: 0, e: 90, s: 180, w: 270 };

/** Cuts a path into lines on the board, with a numbered mark on both sides of each crossing of the edge. */
export function trace(spaces: string[], columns: number, rows: number): Trace {
  const first = spaces[0];
  if (!first) return { lines: [], crossings: [] };
  let line = [centre(first)];
  const lines: Point[][] = [line];
  const crossings: Crossing[] = [];
  let from = first;
  for (const to of spaces.slice(1)) {
    const wrap = wrapOf(from, to, columns, rows);
    const end = centre(to);
    if (wrap) {
      const start = centre(from);
      const by = STEP[wrap];
      const out = { x: start.x + by.x * REACH, y: start.y + by.y * REACH };
      const back = { x: end.x - by.x * REACH, y: end.y - by.y * REACH };
      const number = crossings.length / 2 + 1;
      line.push(out);
      line = [back];
      lines.push(line);
      crossings.push({ ...out, turn: ARROW[wrap], number }, { ...back, turn: ARROW[wrap], number });
    }
    line.push(end);
    from = to;
  }
  return { lines, crossings };
}

export function linePath(lines: Point[][]): string {
  return lines.map((line) => `M${line.map(({ x, y }) => `${x} ${y}`).join("L")}`).join("");
}

export interface Ledge {
  x: number;
  y: number;
  across: boolean;
}

/** Every platform once, as an upper or left edge; those on the outer edge also on the far side. */
export function ledges(board: Pick<SuperstarBoard, "spaces">): Ledge[] {
  const seen = new Map<string, Ledge>();
  const add = (column: number, row: number, across: boolean) => {
    seen.set(`${column},${row},${across}`, { x: column * CELL, y: row * CELL, across });
  };
  for (const { space, walls } of board.spaces) {
    const { x, y } = columnRow(space);
    if (walls.includes("n")) add(x, y, true);
    if (walls.includes("w")) add(x, y, false);
    if (walls.includes("s")) add(x, y + 1, true);
    if (walls.includes("e")) add(x + 1, y, false);
  }
  return [...seen.values()];
}

/** All platforms as one line to draw, each shorter than its edge by `inset` at both ends and moved aside by `by`. */
export function ledgePath(list: Ledge[], inset: number, by = 0): string {
  return list
    .map(({ x, y, across }) =>
      across ? `M${x + inset} ${y + by}h${CELL - 2 * inset}` : `M${x + by} ${y + inset}v${CELL - 2 * inset}`,
    )
    .join("");
}

/** Which star lies on which space. */
export function starsOn(stars: Record<Colour, string[]>): Map<string, Colour> {
  return new Map(COLOURS.flatMap((colour) => stars[colour].map((space) => [space, colour] as const)));
}
