/** What Gravwell declares to the pages around it. */
import { SHIP_LETTERS, SHIPS } from "../art/shapes";
import type { GameFacts } from "../lib/game";
import Poster from "./GravwellPoster.svelte";

export const gravwell: GameFacts = {
  mostPlayers: 4,
  letters: SHIPS.map((ship) => SHIP_LETTERS[ship]).join(""),
  piece: (seat) => `ship-${SHIPS[seat] ?? "ghost"}`,
  emblem: "ship-red",
  hasAges: true,
  Poster,
};
