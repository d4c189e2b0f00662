/** The ways that events tell of, one per pawn that moved. */
import type { GameEvent } from "../lib/protocol";
import type { Trail } from "./stage.svelte";
import type { SuperstarView } from "./types";

export function trailsOf(events: GameEvent[], before: SuperstarView | undefined): Trail[] {
  const trails = new Map<number, string[]>();
  for (const event of events) {
    if (event.seat === null || !["enter", "step", "fall", "teleport"].includes(event.event)) continue;
    const start = before?.pawns[event.seat]?.space;
    const way = trails.get(event.seat) ?? (start && event.event !== "enter" ? [start] : []);
    trails.set(event.seat, [...way, event.space as string]);
  }
  return [...trails].map(([seat, spaces]) => ({ seat, spaces }));
}
