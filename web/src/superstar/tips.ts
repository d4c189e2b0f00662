/** When a tip matters in somebody's first game of Gravity Superstar. */
import type { SuperstarView } from "./types";

/** How the learner stands just now. */
export interface Moment {
  seat: number;
  /** My turn, nothing chosen yet. */
  isFresh: boolean;
  /** A second action is offered. */
  isReplay: boolean;
}

const SOON = 5;

export function superstarMoments(
  view: SuperstarView,
  { seat, isFresh, isReplay }: Moment,
): Record<string, boolean> {
  const isNear = view.points_to_end === null && view.stars_on_board <= view.ends_at + SOON;
  return {
    "superstar-turn": isFresh,
    "superstar-replay": isReplay,
    "superstar-out": view.round > 1 && view.pawns[seat]?.space === null,
    "superstar-hand": isFresh && (view.seats[seat]?.hand_count ?? 0) <= 2,
    "superstar-end": isFresh && isNear,
  };
}
