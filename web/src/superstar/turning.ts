/** How a tile turns on the screen, with everything on it. */
import { columnRow, spaceAt, TILE } from "./geometry";
import type { Direction, Scene, SuperstarBoard } from "./types";

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

/** Turns what lies on a tile; the ground itself is the board after it, since edges also belong to neighbours. */
export function turnTile(
  { view, board }: Scene,
  place: number,
  quarters: number,
  after: SuperstarBoard,
): void {
  const tile = board.tiles.find((each) => each.place === place);
  if (!tile) return;
  const { column, row } = tile;
  const isOn = (space: string) => {
    const at = columnRow(space);
    return Math.floor(at.x / TILE) === column && Math.floor(at.y / TILE) === row;
  };
  const turned = (space: string) => (isOn(space) ? turnedSpace(space, column, row, quarters) : space);
  for (const pawn of view.pawns) {
    if (!pawn.space || !isOn(pawn.space)) continue;
    pawn.space = turned(pawn.space);
    pawn.feet = turnedDirection(pawn.feet ?? "s", quarters);
  }
  for (const spaces of Object.values(view.stars)) spaces.splice(0, spaces.length, ...spaces.map(turned));
  for (const door of board.doors) {
    if (!isOn(door.space)) continue;
    door.space = turned(door.space);
    door.floor = turnedDirection(door.floor, quarters);
  }
  const ground = new Map(after.spaces.map((space) => [space.space, space]));
  for (const space of board.spaces) Object.assign(space, ground.get(space.space));
  tile.turn = (tile.turn + quarters) % 4;
}
