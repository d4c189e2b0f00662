/** Short names for what the server tells about a game of Gravity Superstar. */
import type { Chapter } from "../lib/chapters";
import type {
  BoardOf,
  EventOf,
  GameName,
  PreviewOf,
  StateMessage,
  StateOf,
  TriedMessage,
  TriedOf,
  ViewOf,
} from "../lib/protocol";

type Superstar = "superstar";

export type SuperstarState = StateOf<Superstar>;
export type SuperstarTried = TriedOf<Superstar>;
export type SuperstarView = ViewOf<Superstar>;
export type SuperstarBoard = BoardOf<Superstar>;
export type SuperstarEvent = EventOf<Superstar>;
export type SuperstarPreview = PreviewOf<Superstar>;
export type Reserve = SuperstarView["seats"][number];
export type Pawn = SuperstarView["pawns"][number];
export type Space = SuperstarBoard["spaces"][number];
export type Colour = keyof SuperstarView["stars"];
export type CardName = Reserve["goodies"][number];
export type Direction = SuperstarPreview["feet"];
export type Loot = SuperstarPreview["steals"][number]["what"];

/** The table as it is shown: what changes, and the board below it. */
export interface Scene {
  view: SuperstarView;
  board: SuperstarBoard;
}

/** Takes a message of this game's table; one of another game would be a mistake of ours. */
export function ofSuperstar(message: StateMessage): SuperstarState;
export function ofSuperstar(message: TriedMessage): SuperstarTried;
export function ofSuperstar(message: StateMessage | TriedMessage): SuperstarState | SuperstarTried {
  if (message.game !== "superstar")
    throw new Error(`a message about ${message.game} at a table of superstar`);
  return message;
}

/** The view of a state with the board below it, which came with it or before it. */
export function sceneOf(state: SuperstarState, board: BoardOf<GameName> | null): Scene {
  if (board?.game !== "superstar") throw new Error("a table of superstar without its board");
  return { view: state.view, board };
}

export function isSuperstar(chapter: Chapter): chapter is Chapter<Superstar> {
  return chapter.game === "superstar";
}
