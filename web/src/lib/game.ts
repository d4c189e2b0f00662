/** What a game declares to the pages around it. A board of its own is one folder and a line in games.ts and in parts.ts. */
import type { Component } from "svelte";
import type { Marks } from "../insight/marks";
import type { Chapter, LogLine } from "./chapters";
import type { Translate } from "./i18n/index.svelte";
import type { Gain, Line, Look, Moment, StateMessage } from "./protocol";
import type { Solving } from "./solving.svelte";
import type { Table } from "./table.svelte";

/** What comes with the first load: little. */
export interface GameFacts {
  /** How many may play, as long as the server has not told. */
  mostPlayers: number;
  /** The letters on the pieces, by seat. */
  letters: string;
  /** The drawing of a seat's piece. */
  piece: (seat: number) => string;
  /** The drawing that stands for the game in lists. */
  emblem: string;
  /** Whether it matters who is younger: then the host can put the seats into order of age. */
  hasAges: boolean;
  Poster: Component;
}

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
  /** Whose game it is, and through whose eyes: for boards that the server draws. */
  table: string;
  eyes: string;
}

/** A moment of a finished game that is thought about: which ways to draw, and which of them how. */
export interface InsightProps {
  moment: Moment;
  /** A step of an expected line instead of the moment itself. */
  frame?: Line["frames"][number] | null;
  marks: Marks;
  /** What is said beside each way. */
  labels: Partial<Record<string, string>>;
  active: string | null;
  names: string[];
}

/** A position of an analysis, with the ways that are compared. */
export interface AnalysisProps {
  look: Look;
  /** How it stood one action before. */
  before: Look | null;
  /** Whose actions are shown. */
  seat: number | null;
  marks: Marks;
  labels: Partial<Record<string, string>>;
  active: string | null;
  names: string[];
  onplay: (seat: number, action: string) => void;
}

export interface PuzzleProps {
  solving: Solving;
}

/** The reader: their language, and how people are called. */
export interface Reader {
  t: Translate;
  named: (prefix: string, name: string) => string;
  names: string[];
}

/**
 * What is loaded when it is needed. A function each: in one expression with a condition, the build would forget the
 * style sheet of one of them.
 */
export interface GameParts {
  play: () => Promise<{ default: Component<PlayProps, Receiver> }>;
  rules: () => Promise<{ default: Component }>;
  /** A board to solve puzzles on; without one a game has none here. */
  puzzle?: () => Promise<{ default: Component<PuzzleProps> }>;
  /** One moment of a recorded game, with the way that led to it; in a drawing and in words. */
  moment: () => Promise<{
    default: Component<MomentProps>;
    tell: (chapter: Chapter, reader: Reader) => LogLine[];
  }>;
  /** A position of an analysis. */
  analysis: () => Promise<{ default: Component<AnalysisProps> }>;
  /** A moment that is thought about, and how its actions and gains are called. */
  insight: () => Promise<{
    default: Component<InsightProps>;
    actionName: (action: string, moment: Moment, reader: Reader) => string;
    /** When in the game a moment is: its round, and what more there is. */
    when: (moment: Moment, reader: Reader) => string;
    /** What a gain is about: colours, cards, letters. */
    gainAbout: (gain: Gain, reader: Reader) => string;
    /** The actions to choose from, without those that come to the same. */
    offered: (moment: Moment) => string[];
    /** What a piece that belongs to nobody is called, in a spread. */
    pieceName: (piece: string, reader: Reader) => string;
  }>;
}
