/** The ways that events tell of, one per pawn that moved. */
import type { Trail } from "./stage.svelte";
import type { SuperstarEvent, SuperstarView } from "./types";

export type Travel = Extract<SuperstarEvent, { event: "enter" | "step" | "fall" | "teleport" }>;

/** Says whether a pawn comes to another space. */
export function isTravel(event: SuperstarEvent): event is Travel {
  return ["enter", "step", "fall", "teleport"].includes(event.event);
}

export function trailsOf(events: SuperstarEvent[], before: SuperstarView | undefined): Trail[] {
  const trails = new Map<number, string[]>();
  for (const event of events.filter(isTravel)) {
    const start = before?.pawns[event.seat]?.space;
    const way = trails.get(event.seat) ?? (start && event.event !== "enter" ? [start] : []);
    trails.set(event.seat, [...way, event.space]);
  }
  return [...trails].map(([seat, spaces]) => ({ seat, spaces }));
}
