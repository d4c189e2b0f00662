/** The games that this client knows. */
import { gravwell } from "./gravwell";
import type { GameParts } from "./lib/game";
import type { GameName } from "./lib/protocol";
import { superstar } from "./superstar";

export const GAMES: Record<GameName, GameParts> = { superstar, gravwell };

export const GAME_NAMES: readonly GameName[] = ["superstar", "gravwell"];

export function isGame(name: string | null | undefined): name is GameName {
  return !!name && Object.hasOwn(GAMES, name);
}

/** What a game declares; null for one that only a newer page knows. */
export function partsOf(name: string | null | undefined): GameParts | null {
  return isGame(name) ? GAMES[name] : null;
}
