/** The large parts of the games; apart from games.ts, since the start page needs none of them. */
import { isGame } from "./games";
import { gravwellParts } from "./gravwell/parts";
import type { GameParts } from "./lib/game";
import type { GameName } from "./lib/protocol";
import { superstarParts } from "./superstar/parts";

export const PARTS: Record<GameName, GameParts> = { superstar: superstarParts, gravwell: gravwellParts };

/** The parts of a game; null for one that only a newer page knows. */
export function partsOf(name: string | null | undefined): GameParts | null {
  return isGame(name) ? PARTS[name] : null;
}
