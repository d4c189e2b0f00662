/** What the people and bots at a table are called. */
import { factsOf } from "../games";
import type { TableInfo } from "./protocol";

/** A seat's name. Two bots of one level share theirs: the letter on their piece tells them apart. */
export function seatName(info: Pick<TableInfo, "game" | "seats"> | null, seat: number | null): string {
  const seats = info?.seats ?? [];
  const own = seats.find((each) => each.seat === seat)?.name || `#${(seat ?? 0) + 1}`;
  const letter = factsOf(info?.game).letters[seat ?? 0] ?? "";
  return seats.filter((each) => each.name === own).length > 1 ? `${own} ${letter}` : own;
}
