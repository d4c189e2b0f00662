/** What stands for a game that has no board of its own here: the server draws it and tells it in words. */
import type { GameFacts } from "../lib/game";
import Poster from "./GenericPoster.svelte";

const PIECES = 6;

export const generic: GameFacts = {
  mostPlayers: 4,
  letters: "ABCDEFGHI",
  piece: (seat) => `superstar-${seat % PIECES}`,
  emblem: "superstar-0",
  hasAges: false,
  Poster,
};
