/** The games that this client knows, with what every page may ask about them. */
import { gravwell } from "./gravwell";
import type { GameFacts } from "./lib/game";
import type { GameName } from "./lib/protocol";
import { superstar } from "./superstar";

export const GAMES: Record<GameName, GameFacts> = { superstar, gravwell };

export const GAME_NAMES: readonly GameName[] = ["superstar", "gravwell"];

export function isGame(name: string | null | undefined): name is GameName {
  return !!name && Object.hasOwn(GAMES, name);
}

/** What a game declares; null for one that only a newer page knows. */
export function factsOf(name: string | null | undefined): GameFacts | null {
  return isGame(name) ? GAMES[name] : null;
}
