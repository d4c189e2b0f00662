/** The games that this client knows, with what every page may ask about them. */
import { generic } from "./generic";
import { gravwell } from "./gravwell";
import type { GameFacts } from "./lib/game";
import { t } from "./lib/i18n/index.svelte";
import type { GameName } from "./lib/protocol";
import { superstar } from "./superstar";

export const GAMES: Record<GameName, GameFacts> = { superstar, gravwell };

export const GAME_NAMES = Object.keys(GAMES) as [GameName, ...GameName[]];

export function isGame(name: string | null | undefined): name is GameName {
  return !!name && Object.hasOwn(GAMES, name);
}

/** What a game declares; a game without a board of its own gets the generic one. */
export function factsOf(name: string | null | undefined): GameFacts {
  return isGame(name) ? GAMES[name] : generic;
}

/** All games to offer: ours at once, and other games of the server as soon as it has told us about them. */
export function offered(told: readonly { name: string }[]): string[] {
  return [...GAME_NAMES, ...told.map(({ name }) => name).filter((name) => !isGame(name))];
}

/** What a game is called: in the reader's language, or as its package says. */
export function titleOf(name: string, title: string): string {
  return isGame(name) ? t(`game.${name}`) : title;
}
