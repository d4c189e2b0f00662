/** Reads the notation of actions, to group and name them. The server says which ones there are. */
import type { Reader } from "../lib/game";
import { GOODIES, OWN_CARDS } from "../lib/generated/palette";
import { stepVector } from "./geometry";
import type { CardName, SuperstarBoard, SuperstarPreview } from "./types";

export interface Choice {
  action: string;
  preview: SuperstarPreview | null;
  card: CardName | null;
  /** The card is laid face down, for a simple step. */
  faceDown: boolean;
  /** What the move is: a key of the texts, such as "move.long-left". */
  move: string;
}

const CARDS: readonly CardName[] = [...OWN_CARDS, ...GOODIES];

/** Splits an action's text into the card it plays and the move it makes. */
export function readAction(action: string): Omit<Choice, "action" | "preview"> {
  const [head = "", rest] = action.split(":");
  if (head === "simple" && rest) {
    const [name, side] = rest.split("-");
    return { card: CARDS.find((card) => card === name) ?? null, faceDown: true, move: `simple-${side}` };
  }
  if (head === "wild" && rest) return { card: "wild", faceDown: false, move: rest };
  if (head === "steal") return { card: null, faceDown: false, move: action };
  const card = CARDS.find((name) => name === action || action.startsWith(`${name}-`)) ?? null;
  return { card, faceDown: false, move: action };
}

export function choicesOf(legal: string[], previews: SuperstarPreview[]): Choice[] {
  const byAction = new Map(previews.map((preview) => [preview.action, preview]));
  return legal.map((action) => ({ action, preview: byAction.get(action) ?? null, ...readAction(action) }));
}

/** The piece that a steal takes, by the name of its drawing. */
export function loot(move: string): string {
  const what = move.replace("steal:", "");
  return what === "token" ? "replay" : `star-${what}`;
}

/** The path from where the pawn stands, as a list of spaces. */
export function spacesOf(choice: Choice, start: string | null): string[] {
  if (!choice.preview) return [];
  const way = choice.preview.path.map((step) => step.space);
  return start ? [start, ...way] : way;
}

/** Where the first step goes on the screen, in degrees clockwise from up; null for moves without a step. */
export function firstStepTurn(choice: Choice, board: SuperstarBoard, start: string | null): number | null {
  const first = choice.preview?.path[0];
  if (!first || first.how === "teleport" || !start) return null;
  // A high jump goes up first; its side shows in the second step.
  const [from, to] =
    choice.move.startsWith("high") && choice.preview?.path[1]
      ? [first.space, choice.preview.path[1].space]
      : [start, first.space];
  const { x, y } = stepVector(from, to, board.columns, board.rows);
  return (Math.atan2(x, -y) * 180) / Math.PI;
}

const WAYS = ["n", "e", "s", "w"] as const;

/** Where the pawn's own steps go on the screen: what the eye sees, whichever way the feet point. */
function waysOf(choice: Choice, board: SuperstarBoard, start: string | null): (typeof WAYS)[number][] {
  const ways: (typeof WAYS)[number][] = [];
  let at = start;
  for (const { how, space } of choice.preview?.path ?? []) {
    if (how === "step" && at) {
      const { x, y } = stepVector(at, space, board.columns, board.rows);
      const turn = Math.round((Math.atan2(x, -y) * 2) / Math.PI);
      ways.push(WAYS[(turn + 4) % 4] ?? "n");
    }
    at = space;
  }
  return ways;
}

/** What a move is called: its sides are told as they are seen, never as the pawn's own left and right. */
export function moveWords(
  choice: Choice,
  board: SuperstarBoard,
  start: string | null,
  { t, named }: Pick<Reader, "t" | "named">,
): string {
  if (!/-(left|right)$/.test(choice.move)) return named("move", choice.move);
  const kind = choice.move.replace(/-.*/, "");
  const move = named("move", kind);
  const [first, second] = waysOf(choice, board, start);
  if (!first) return move;
  const way = t(`way.${first}`);
  if (kind === "double" && second) return t("move.twice", { move, way, next: t(`way.${second}`) });
  if (kind === "high" && second) return t("move.toward", { move, way: t(`way.${second}`) });
  return t("move.toward", { move, way });
}

/** The card that a move takes, where the name of the move does not say it. */
export function cardWords(choice: Choice, { t, named }: Pick<Reader, "t" | "named">): string | null {
  if (choice.card && choice.faceDown) return t("card.face-down", { card: named("card", choice.card) });
  return choice.card === "wild" ? named("card", "wild") : null;
}

/** Choices that a player would see as one: the same way, made with any card face down. */
export function landingsOf(choices: Choice[]): Map<string, Choice[]> {
  const landings = new Map<string, Choice[]>();
  for (const choice of choices) {
    const space = choice.preview?.lands;
    if (space && choice.card) landings.set(space, [...(landings.get(space) ?? []), choice]);
  }
  return landings;
}
