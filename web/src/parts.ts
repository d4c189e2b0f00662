/** The large parts of the games; apart from games.ts, since the start page needs none of them. */
import { isGame } from "./games";
import { genericParts } from "./generic/parts";
import { gravwellParts } from "./gravwell/parts";
import type { GameParts } from "./lib/game";
import type { GameName } from "./lib/protocol";
import { superstarParts } from "./superstar/parts";

export const PARTS: Record<GameName, GameParts> = { superstar: superstarParts, gravwell: gravwellParts };

/** The parts of a game, the generic ones if it has no board of its own; null while nobody knows which game it is. */
export function partsOf(name: string | null | undefined): GameParts | null {
  if (!name) return null;
  return isGame(name) ? PARTS[name] : genericParts;
}
