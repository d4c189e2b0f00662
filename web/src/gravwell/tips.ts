/** When a tip matters in somebody's first game of Gravwell; asked only while there is something to choose. */
import type { GravwellView } from "./types";

export function gravwellMoments(view: GravwellView, isInSingularity: boolean): Record<string, boolean> {
  const isPick = view.phase === "pick";
  return {
    "gravwell-draft": view.phase === "draft",
    "gravwell-pick": isPick,
    "gravwell-stop": view.phase === "stop",
    "gravwell-hole": isPick && isInSingularity && view.movement > 1,
    "gravwell-last": isPick && view.round === view.rounds,
  };
}
