/** The messages of docs/protocol.md, by the names that this client uses. The types come from the server itself. */
import type { components } from "./generated/api";

type Schemas = components["schemas"];

export const PROTOCOL = 1;

export type Person = Schemas["Person"];
export type SeatInfo = Schemas["SeatInfo"];
export type OptionInfo = Schemas["OptionInfo"];
export type BotInfo = Schemas["BotInfo"];
export type GameInfo = Schemas["GameInfo"];
export type ChatLine = Schemas["ChatLine"];
export type SeatState = Schemas["SeatState"];
export type RatingLine = Schemas["Rating"];
export type TableForm = Schemas["TableForm"];

/** A result as both games have it, beside what is their own. */
export interface Outcome {
  winners: number[];
  scores: number[];
  reason: string;
}

export type TableInfo = Omit<Schemas["TableInfo"], "result"> & { result?: Outcome | null };
/** Events are told as in `Event.to_json`: `event` is the kind. */
export type EventGroup = Omit<Schemas["EventGroup"], "events"> & { events: GameEvent[] };
/** A view is exactly `game.view(seat)`: each game knows its own form (superstar/types.ts, gravwell/types.ts). */
export type Frame = Omit<Schemas["Frame"], "events" | "view"> & { events: GameEvent[]; view: unknown };
export type StateMessage = Omit<Schemas["State"], "groups" | "view"> & {
  groups: EventGroup[];
  view: unknown;
};
export type TriedMessage = Omit<Schemas["Tried"], "events" | "view"> & { events: GameEvent[]; view: unknown };

export type ServerMessage =
  | Schemas["Welcome"]
  | { type: "table"; table: TableInfo }
  | StateMessage
  | TriedMessage
  | Schemas["Committed"]
  | Schemas["Stale"]
  | Schemas["Chat"]
  | Schemas["Presence"]
  | { type: "lobby"; tables: TableInfo[] }
  | Schemas["Notice"]
  | Schemas["Error"]
  | Schemas["Pong"]
  | Schemas["Goodbye"];

export type ClientMessage =
  | Schemas["Watch"]
  | Schemas["Unwatch"]
  | Schemas["FollowLobby"]
  | Schemas["Try"]
  | Schemas["Commit"]
  | Schemas["Say"]
  | Schemas["Resign"]
  | Schemas["Pause"]
  | Schemas["Resume"]
  | Schemas["Away"]
  | Schemas["Back"]
  | Schemas["Ping"];

/** An event as the server tells it: `event` is its kind, the rest depends on that. */
export interface GameEvent {
  event: string;
  seat: number | null;
  text?: string;
  [detail: string]: unknown;
}
