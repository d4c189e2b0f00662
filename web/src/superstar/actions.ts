/** What an action is called where no card lies beside it: the move, and the card that it takes. */
import type { Reader } from "../lib/game";
import { type Choice, cardWords, moveWords } from "./choices";
import type { SuperstarBoard } from "./types";

export function actionWords(
  choice: Choice,
  board: SuperstarBoard,
  start: string | null,
  { t, named }: Pick<Reader, "t" | "named">,
): string {
  const move = moveWords(choice, board, start, { t, named });
  const card = cardWords(choice, { t, named });
  return card ? `${move} (${card})` : move;
}
