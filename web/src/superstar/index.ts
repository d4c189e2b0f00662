/** What Gravity Superstar declares to the pages around it. */
import { SEAT_LETTERS } from "../art/shapes";
import type { GameFacts } from "../lib/game";
import Poster from "./SuperstarPoster.svelte";

export const superstar: GameFacts = {
  mostPlayers: 6,
  letters: SEAT_LETTERS,
  piece: (seat) => `superstar-${seat}`,
  emblem: "superstar-3",
  hasAges: false,
  Poster,
};
