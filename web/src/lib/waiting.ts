/** Which of my games wait for me. */
import type { TableInfo } from "./protocol";

export function waitsFor(table: TableInfo, person: number): boolean {
  const seat = table.seats.find((each) => each.person === person)?.seat;
  return table.status === "running" && seat !== undefined && (table.to_act ?? []).includes(seat);
}

/** The same tables, those that wait for somebody first, then those that go on, then the rest. */
export function waitingFirst(tables: TableInfo[], person: number): TableInfo[] {
  const rank = (table: TableInfo) => (waitsFor(table, person) ? 0 : table.status === "finished" ? 2 : 1);
  return [...tables].sort((a, b) => rank(a) - rank(b));
}
