/** The story of a game: one chapter for each thing that was accepted, with how the table stood after it. */
import type { BoardOf, EventOf, GameName, StateMessage, ViewOf } from "./protocol";

/** One line of the game's story. A game asks `chapter.game` whether it is its own. */
export interface Chapter<G extends GameName = GameName> {
  game: G;
  version: number;
  kind: StateMessage["groups"][number]["kind"];
  seat: number | null;
  events: EventOf<G>[];
  view: ViewOf<G>;
  board: BoardOf<G>;
  /** The events in English, where this client has no words of its own. */
  sentences?: string[] | null;
  /** Time had run out. */
  by_clock?: boolean;
}

/** A line of the log, in the reader's language. */
export interface LogLine {
  text: string;
  seat: number | null;
  /** The space on the board that the line is about. */
  space?: string;
}

/** How much has been shown on the board: everything up to a version, and so many events of the next one. */
export interface Shown {
  version: number;
  events: number;
}

/** The chapters that may be told in words: no more than the board has shown, so one that is being played only in part. */
export function chaptersSeen(chapters: Chapter[], { version, events }: Shown): Chapter[] {
  const next = chapters.findIndex((chapter) => chapter.version > version);
  const begun = chapters[next];
  if (!begun) return chapters;
  const seen = chapters.slice(0, next);
  // Narrowed, since a chapter's events are those of its own game.
  const part = { ...begun, events: begun.events.slice(0, events) } as Chapter;
  return events && begun.version === version + 1 ? [...seen, part] : seen;
}

type Happened<G extends GameName> = Pick<
  Chapter<G>,
  "version" | "kind" | "seat" | "events" | "sentences" | "by_clock"
>;

/** What a state tells: its groups, each with the view and the board that they led to. */
export function chaptersOfState<G extends GameName>(
  state: { game: G; groups: Happened<G>[]; view: ViewOf<G> },
  board: BoardOf<G>,
): Chapter<G>[] {
  const { game, view } = state;
  return state.groups.map(({ version, kind, seat, events, sentences, by_clock }) => ({
    game,
    version,
    kind,
    seat,
    events,
    view,
    board,
    sentences,
    by_clock,
  }));
}

/** A whole game. Frames tell the board only when it changed: it stays as it was until then. */
export function chaptersOfReplay<G extends GameName>(replay: {
  game: G;
  frames: (Happened<G> & { view: ViewOf<G>; board: BoardOf<G> | null })[];
}): Chapter<G>[] {
  const chapters: Chapter<G>[] = [];
  let last: BoardOf<G> | null = null;
  for (const { board, ...frame } of replay.frames) {
    last = board ?? last;
    const { version, kind, seat, events, view, sentences, by_clock } = frame;
    if (last)
      chapters.push({
        game: replay.game,
        version,
        kind,
        seat,
        events,
        view,
        board: last,
        sentences,
        by_clock,
      });
  }
  return chapters;
}
