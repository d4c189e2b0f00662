/** The messages of docs/protocol.md. */
import type { GameEvent } from "../superstar/scene";

export const PROTOCOL = 1;

export interface Person {
  id: number;
  name: string;
  claimed: boolean;
}

export interface SeatInfo {
  seat: number;
  name: string;
  person: number | null;
  bot: string | null;
}

export interface ClockSetting {
  kind: "none" | "turn-seconds" | "turn-days";
  amount: number;
}

export interface TableInfo {
  id: string;
  code: string;
  game: string;
  title: string;
  options: Record<string, unknown>;
  seats: SeatInfo[];
  host: number;
  public: boolean;
  rated: boolean;
  autostart: boolean;
  clock: ClockSetting;
  status: "open" | "running" | "finished" | "closed";
  commitment: string;
  created: number;
  started: number | null;
  finished: number | null;
  rematch: string | null;
  result: { winners: number[]; scores: number[]; reason: string } | null;
}

export interface OptionInfo {
  name: string;
  kind: string;
  help: string;
  default: unknown;
  choices: unknown[] | null;
  low: number | null;
  high: number | null;
}

export interface BotInfo {
  name: string;
  title: string;
  text: string;
}

export interface GameInfo {
  name: string;
  title: string;
  min_players: number;
  max_players: number;
  options: OptionInfo[];
  bots: BotInfo[];
}

export interface ChatLine {
  id: number;
  at: number;
  name: string;
  person: number;
  seat: number | null;
  text: string;
}

export interface SeatState {
  seat: number;
  away: boolean;
  resigned: boolean;
  deadline: number | null;
}

export interface EventGroup {
  version: number;
  kind: string;
  seat: number | null;
  events: GameEvent[];
}

export interface Frame extends EventGroup {
  actions: string[];
  at: number;
  view: unknown;
}

export interface StateMessage {
  type: "state";
  table: string;
  version: number;
  seat: number | null;
  view: unknown;
  to_act: number[];
  legal: string[];
  whole_turns: boolean;
  groups: EventGroup[];
  seats: SeatState[];
  paused: boolean;
  pause_wishes: number[];
  over: boolean;
  result: Record<string, unknown> | null;
  proof: { commitment: string; secret: string } | null;
}

export interface TriedMessage {
  type: "tried";
  table: string;
  version: number;
  actions: string[];
  view: unknown;
  events: GameEvent[];
  done: boolean;
  legal: string[];
  previews: Record<string, unknown>[];
  ref: string | null;
}

export interface ErrorMessage {
  type: "error";
  code: string;
  message: string;
  table: string | null;
  id: string | null;
  ref: string | null;
}

export type ServerMessage =
  | { type: "welcome"; protocol: number; server: string; now: number; person: Person | null }
  | { type: "table"; table: TableInfo }
  | StateMessage
  | TriedMessage
  | { type: "committed"; table: string; version: number; id: string; repeated: boolean }
  | { type: "stale"; table: string; version: number; id: string | null; ref: string | null }
  | { type: "chat"; table: string; lines: ChatLine[] }
  | { type: "presence"; table: string; online: number[]; watchers: number }
  | { type: "lobby"; tables: TableInfo[] }
  | { type: "notice"; table: string; kind: string; version: number }
  | ErrorMessage
  | { type: "pong"; now: number; ref: string | null }
  | { type: "goodbye"; reason: string; retry_ms: number };

export type ClientMessage = { type: string; ref?: string; [field: string]: unknown };
