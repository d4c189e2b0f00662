/** What a game declares to the pages around it. A new game is one more folder and one more line in games.ts. */
import type { Component } from "svelte";
import type { Chapter, LogLine } from "./chapters";
import type { Translate } from "./i18n/index.svelte";
import type { StateMessage } from "./protocol";
import type { Table } from "./table.svelte";

export interface PlayProps {
  table: Table;
  first: StateMessage;
}

/** A running game takes every new state of its table. */
export interface Receiver {
  receive: (state: StateMessage, previous: StateMessage | null) => void;
}

export interface MomentProps {
  chapter: Chapter;
  previous?: Chapter;
  names: string[];
}

interface Reader {
  t: Translate;
  named: (prefix: string, name: string) => string;
  names: string[];
}

type Loaded<Part> = () => Promise<{ default: Part }>;

export interface GameParts {
  /** How many may play, as long as the server has not told. */
  mostPlayers: number;
  /** The letters on the pieces, by seat. */
  letters: string;
  /** The drawing of a seat's piece. */
  piece: (seat: number) => string;
  /** The drawing that stands for the game in lists. */
  emblem: string;
  Poster: Component;
  // What follows is loaded when it is needed. A function each: in one expression with a condition, the build would
  // forget the style sheet of one of them.
  play: Loaded<Component<PlayProps, Receiver>>;
  rules: Loaded<Component>;
  /** One moment of a recorded game, with the way that led to it. */
  moment: Loaded<Component<MomentProps>>;
  /** A chapter in words. */
  log: () => Promise<{ tell: (chapter: Chapter, reader: Reader) => LogLine[] }>;
}
