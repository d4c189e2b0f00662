/** What the server sends about a Superstar game. */
import type { Colour } from "../art/shapes";

export type Direction = "n" | "e" | "s" | "w";
export type CardName = "long" | "high" | "drop" | "rotate" | "wild" | "tile" | "double" | "teleport";

export interface Space {
  space: string;
  walls: string;
  symbol: "star" | "replay" | null;
  star: Colour | null;
}

export interface Tile {
  place: number;
  column: number;
  row: number;
  tile: string;
  face: string;
  turn: number;
}

export interface Door {
  place: number;
  space: string;
  floor: Direction;
  open: boolean;
}

export interface Pawn {
  seat: number;
  space: string | null;
  feet: Direction | null;
}

export interface Reserve {
  seat: number;
  hand: CardName[];
  hand_count: number;
  face_up: CardName[];
  face_down: CardName[];
  face_down_count: number;
  hidden: { cards: CardName[]; face_down: number } | null;
  goodies: CardName[];
  stars: Record<Colour, number>;
  tokens: number;
  pairs: number;
  points: number;
}

export interface SuperstarResult {
  scores: number[];
  tokens: number[];
  winners: number[];
  reason: string;
}

export interface SuperstarView {
  game: "superstar";
  players: number;
  phase: string;
  to_act: number[];
  turn: number;
  first: number;
  round: number;
  round_limit: number | null;
  second_action: boolean;
  entering: boolean;
  steals: number[];
  columns: number;
  rows: number;
  spaces: Space[];
  tiles: Tile[];
  doors: Door[];
  pawns: Pawn[];
  seats: Reserve[];
  supply: number;
  stars_on_board: number;
  ends_at: number;
  points_to_end: number | null;
  last_round: boolean;
  result: SuperstarResult | null;
  options: Record<string, unknown>;
  commitment: string;
}

/** What an action would bring about, as the server worked it out. */
export interface SuperstarPreview {
  action: string;
  certain: boolean;
  path: { space: string; how: "step" | "fall" | "teleport" }[];
  lands: string;
  feet: Direction;
  turns_tile: { place: number; quarters: number } | null;
  stars: Colour[];
  tokens: number;
  ejects: number[];
  refresh: boolean;
  steals: { from: number; what: string }[];
  points: number;
}
