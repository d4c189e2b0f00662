/** Addresses of puzzles: those of the page, and those that it asks. */
import { GAME_NAMES, isGame } from "../games";
import type { GameName } from "./protocol";

/** The game and the puzzle that an address names: `superstar-1a2b3c4d5e`, or only the game, or nothing. */
export function readWhich(which: string | null): { game: GameName; id?: string } {
  const [wished = "", id] = (which ?? "").split("-");
  return { game: isGame(wished) ? wished : GAME_NAMES[0], id };
}

export function puzzlePath(game: string, rest = ""): string {
  return `/api/puzzles/${encodeURIComponent(game)}${rest && `/${rest}`}`;
}

export function nextPath(game: string, kind: string): string {
  return puzzlePath(game, "next") + (kind && `?kind=${encodeURIComponent(kind)}`);
}

export function lookPath(game: string, id: string, trying: string[] = []): string {
  return `${puzzlePath(game, id)}?trying=${encodeURIComponent(trying.join(","))}`;
}
