/** Short names for what the server tells about a game of Gravwell. */
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

type Gravwell = "gravwell";

export type GravwellState = StateOf<Gravwell>;
export type GravwellTried = TriedOf<Gravwell>;
export type GravwellView = ViewOf<Gravwell>;
export type GravwellBoard = BoardOf<Gravwell>;
export type GravwellEvent = EventOf<Gravwell>;
export type GravwellPreview = PreviewOf<Gravwell>;
export type Outlook = NonNullable<GravwellPreview["outlook"]>;
export type CardEffect = NonNullable<GravwellPreview["effect"]>;
export type Ship = GravwellView["ships"][number];
export type ShipId = Ship["id"];
export type Pull = NonNullable<Ship["pull"]>;
export type FuelCard = GravwellBoard["deck"][number];
export type FuelKind = FuelCard["kind"];
/** The fuel cards by their letters. */
export type Deck = Partial<Record<string, FuelCard>>;

/** Takes a message of this game's table; one of another game would be a mistake of ours. */
export function ofGravwell(message: StateMessage): GravwellState;
export function ofGravwell(message: TriedMessage): GravwellTried;
export function ofGravwell(message: StateMessage | TriedMessage): GravwellState | GravwellTried {
  if (message.game !== "gravwell") throw new Error(`a message about ${message.game} at a table of gravwell`);
  return message;
}

export function boardOf(board: BoardOf<GameName> | null): GravwellBoard {
  if (board?.game !== "gravwell") throw new Error("a table of gravwell without its board");
  return board;
}

export function isGravwell(chapter: Chapter): chapter is Chapter<Gravwell> {
  return chapter.game === "gravwell";
}
