/** What Gravwell declares to the pages around it. */
import { SHIP_LETTERS, SHIPS } from "../art/shapes";
import type { GameParts } from "../lib/game";
import Poster from "./GravwellPoster.svelte";

export const gravwell: GameParts = {
  mostPlayers: 4,
  letters: SHIPS.map((ship) => SHIP_LETTERS[ship]).join(""),
  piece: (seat) => `ship-${SHIPS[seat] ?? "ghost"}`,
  emblem: "ship-red",
  Poster,
  play: () => import("./GravwellGame.svelte"),
  rules: () => import("./GravwellRules.svelte"),
  moment: () => import("./GravwellMoment.svelte"),
  log: () => import("./words"),
};
