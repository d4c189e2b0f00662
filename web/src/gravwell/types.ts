/** What the server sends about a Gravwell game. */
import type { FuelKind } from "../art/shapes";

export interface Pull {
  direction: "forward" | "backward" | "none";
  reason: "alone" | "nearest" | "balanced" | "more-ships";
  ahead: { ship: string; distance: number } | null;
  behind: { ship: string; distance: number } | null;
  ships_ahead: number;
  ships_behind: number;
}

export interface Ship {
  id: string;
  seat: number | null;
  kind: "player" | "ghost";
  position: number;
  in_singularity: boolean;
  passed: boolean;
  pull: Pull | null;
}

export interface Derelict {
  id: string;
  start: number;
  position: number | null;
  in_singularity: boolean;
}

export interface Stack {
  number: number;
  up: string[];
  down: string[];
  down_count: number;
  taken_by: number | "ghost" | null;
}

export interface SeatCards {
  seat: number;
  hand: string[];
  hand_count: number;
  known: string[];
  drafted_up: string[];
  played: string[];
  stop_available: boolean;
  picked: boolean;
  pick: string | null;
}

export interface GravwellResult {
  scores: number[];
  winners: number[];
  reason: string;
}

export interface GravwellView {
  game: "gravwell";
  players: number;
  options: Record<string, boolean>;
  phase: string;
  to_act: number[];
  round: number;
  rounds: number;
  movement: number;
  movements: number;
  draft_order: number[];
  ships: Ship[];
  derelicts: Derelict[];
  stacks: Stack[];
  seats: SeatCards[];
  ghost:
    | (Omit<SeatCards, "seat" | "stop_available" | "picked" | "pick"> & { pile: (string | null)[] })
    | null;
  resolving: { order: { ship: string; letter: string; done: boolean }[]; current: string | null } | null;
  discards: { letter: string; ship: string; movement: number }[];
  possible: string[];
  result: GravwellResult | null;
  commitment: string;
}

export interface Spread {
  ship: string;
  mean: number;
  passes: number;
  shares: { position: number; share: number }[];
}

export interface Outlook {
  seat: number;
  action: string;
  samples: number;
  own: Spread;
  others: Spread[];
}

export interface FuelCard {
  letter: string;
  element: string;
  value: number;
  kind: FuelKind;
}
