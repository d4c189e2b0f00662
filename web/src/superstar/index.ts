/** What Gravity Superstar declares to the pages around it. */
import { SEAT_LETTERS } from "../art/shapes";
import type { GameParts } from "../lib/game";
import Poster from "./SuperstarPoster.svelte";

export const superstar: GameParts = {
  mostPlayers: 6,
  letters: SEAT_LETTERS,
  piece: (seat) => `superstar-${seat}`,
  emblem: "superstar-3",
  Poster,
  play: () => import("./SuperstarGame.svelte"),
  rules: () => import("./SuperstarRules.svelte"),
  moment: () => import("./SuperstarMoment.svelte"),
  log: () => import("./log"),
};
