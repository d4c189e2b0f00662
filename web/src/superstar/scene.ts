/**
 * The scene is the view as it is being shown. Events change it one at a time while they are animated; when a
 * batch is through, the view that the server sent takes its place, so that a slip here could never last.
 */
import type { Colour } from "../art/shapes";
import type { GameEvent } from "../lib/protocol";
import { columnRow, spaceAt, TILE } from "./geometry";
import type { Direction, SuperstarView } from "./types";

function pairsOf(stars: Record<Colour, number>): number {
  return Object.values(stars).reduce((sum, count) => sum + Math.floor(count / 2), 0);
}

function recount(view: SuperstarView, seat: number): void {
  const reserve = view.seats[seat];
  if (!reserve) return;
  reserve.pairs = pairsOf(reserve.stars);
  reserve.points = Object.values(reserve.stars).reduce((a, b) => a + b, 0) + reserve.pairs + reserve.tokens;
}

function give(view: SuperstarView, seat: number, what: string, count: number): void {
  const reserve = view.seats[seat];
  if (!reserve) return;
  if (what === "token") reserve.tokens += count;
  else reserve.stars[what as Colour] += count;
  recount(view, seat);
}

const TURNED: Record<Direction, Direction> = { n: "e", e: "s", s: "w", w: "n" };

export function turnedDirection(direction: Direction, quarters: number): Direction {
  let turned = direction;
  for (let i = 0; i < quarters; i++) turned = TURNED[turned];
  return turned;
}

/** Where a space of a tile lies after the tile has turned by quarters clockwise. */
export function turnedSpace(space: string, column: number, row: number, quarters: number): string {
  let { x, y } = columnRow(space);
  x -= column * TILE;
  y -= row * TILE;
  for (let i = 0; i < quarters; i++) [x, y] = [TILE - 1 - y, x];
  return spaceAt(column * TILE + x, row * TILE + y);
}

function isOnTile(space: string | null, column: number, row: number): space is string {
  if (!space) return false;
  const at = columnRow(space);
  return Math.floor(at.x / TILE) === column && Math.floor(at.y / TILE) === row;
}

/** Turns what lies on a tile; walls come from the view after, since the edges also belong to the neighbours. */
function turnTile(view: SuperstarView, place: number, quarters: number, after: SuperstarView | null): void {
  const tile = view.tiles.find((t) => t.place === place);
  if (!tile) return;
  const { column, row } = tile;
  const before = new Map(view.spaces.map((s) => [s.space, { ...s }]));
  for (const [space, old] of before) {
    if (!isOnTile(space, column, row)) continue;
    const to = view.spaces.find((s) => s.space === turnedSpace(space, column, row, quarters));
    if (to) Object.assign(to, { symbol: old.symbol, star: old.star });
  }
  if (after) {
    const walls = new Map(after.spaces.map((s) => [s.space, s.walls]));
    for (const space of view.spaces) space.walls = walls.get(space.space) ?? space.walls;
  }
  for (const door of view.doors) {
    if (isOnTile(door.space, column, row)) {
      door.space = turnedSpace(door.space, column, row, quarters);
      door.floor = turnedDirection(door.floor, quarters);
    }
  }
  for (const pawn of view.pawns) {
    if (isOnTile(pawn.space, column, row)) {
      pawn.space = turnedSpace(pawn.space, column, row, quarters);
      pawn.feet = turnedDirection(pawn.feet ?? "s", quarters);
    }
  }
  tile.turn = (tile.turn + quarters) % 4;
}

/** Splits events where a turn is over: what follows is the next player's, or the end of the round. */
export function splitTurn(events: GameEvent[]): [own: GameEvent[], rest: GameEvent[]] {
  const end = events.findIndex((event) => ["turn", "round-end", "over"].includes(event.event));
  return end < 0 ? [events, []] : [events.slice(0, end), events.slice(end)];
}

type Change = (view: SuperstarView, event: GameEvent, after: SuperstarView | null) => void;

const moved: Change = (view, event) => {
  const pawn = view.pawns[event.seat ?? -1];
  if (pawn) pawn.space = event.space as string;
};

const CHANGES: Record<string, Change> = {
  turn: (view, event) => {
    view.turn = event.seat ?? view.turn;
    view.round = (event.round as number) ?? view.round;
  },
  enter: (view, event) => {
    const pawn = view.pawns[event.seat ?? -1];
    if (pawn) Object.assign(pawn, { space: event.space, feet: event.feet });
  },
  step: moved,
  fall: moved,
  teleport: moved,
  rotate: (view, event) => {
    const pawn = view.pawns[event.seat ?? -1];
    if (pawn) pawn.feet = event.feet as Direction;
  },
  eject: (view, event) => {
    const pawn = view.pawns[event.seat ?? -1];
    if (pawn) Object.assign(pawn, { space: null, feet: null });
  },
  star: (view, event) => {
    const space = view.spaces.find((s) => s.space === event.space);
    if (space) space.star = null;
    view.stars_on_board -= 1;
    give(view, event.seat ?? -1, event.colour as string, 1);
  },
  token: (view, event) => {
    view.supply -= 1;
    give(view, event.seat ?? -1, "token", 1);
  },
  steal: (view, event) => {
    give(view, event.from as number, event.what as string, -1);
    give(view, event.seat ?? -1, event.what as string, 1);
  },
  replay: (view, event) => {
    view.supply += 1;
    give(view, event.seat ?? -1, "token", -1);
  },
  "open-door": (view, event) => {
    for (const door of view.doors) door.open = door.place === event.place;
  },
  "turn-tile": (view, event, after) => turnTile(view, event.place as number, event.quarters as number, after),
};

/** Shows one event in the scene; kinds that change nothing on the board are passed over. */
export function applyEvent(view: SuperstarView, event: GameEvent, after: SuperstarView | null = null): void {
  CHANGES[event.event]?.(view, event, after);
}
