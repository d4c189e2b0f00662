/** What an action is called where no card lies beside it: the move, and the card that it takes. */
import type { Reader } from "../lib/game";
import { type Choice, moveWords } from "./choices";
import type { SuperstarBoard } from "./types";

export function actionWords(
  choice: Choice,
  board: SuperstarBoard,
  start: string | null,
  { t, named }: Pick<Reader, "t" | "named">,
): string {
  const move = moveWords(choice, board, start, { t, named });
  if (choice.card && choice.faceDown)
    return `${move} (${t("card.face-down", { card: named("card", choice.card) })})`;
  return choice.card === "wild" ? `${move} (${named("card", "wild")})` : move;
}
