/** What somebody has learnt and seen, kept in this browser only: lessons, the offer to learn, tips. */

const KEY = "gravitable.learn";

interface Stored {
  /** The lessons that were solved, by game. */
  done: Record<string, string[]>;
  /** The games whose course is done. */
  learnt: string[];
  /** The table of the first game of each kind. */
  first: Record<string, string>;
  /** The games of which one was played to its end here: no more tips there. */
  played: string[];
  /** Tips that were seen. */
  seen: string[];
  /** The offer to learn was put aside. */
  declined: boolean;
}

const NOTHING: Stored = { done: {}, learnt: [], first: {}, played: [], seen: [], declined: false };

function stored(): Stored {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    const known = { ...NOTHING, ...(kept as Partial<Stored>) };
    // Before games that were played to the end were noted, every first game counted as one.
    return sound("played" in (kept as object) ? known : { ...known, played: Object.keys(known.first) });
  } catch {
    return { ...NOTHING };
  }
}

/** Reads what is stored; anything may have written there, so parts of another form are dropped. */
function sound(kept: Stored): Stored {
  const isTree = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);
  const trees = isTree(kept.done) && isTree(kept.first) && Object.values(kept.done).every(Array.isArray);
  const lists = [kept.seen, kept.learnt, kept.played].every(Array.isArray);
  return trees && lists ? kept : { ...NOTHING };
}

class Progress {
  private kept = $state.raw<Stored>(stored());

  done(game: string): readonly string[] {
    return this.kept.done[game] ?? [];
  }

  finish(game: string, lesson: string): void {
    const done = this.done(game);
    if (!done.includes(lesson)) this.keep({ done: { ...this.kept.done, [game]: [...done, lesson] } });
  }

  /** Whether a course was begun and not finished. How many lessons it has is told by the server alone. */
  isLearning(game: string): boolean {
    return this.done(game).length > 0 && !this.kept.learnt.includes(game);
  }

  /** The course of a game is done. */
  graduate(game: string): void {
    if (!this.kept.learnt.includes(game)) this.keep({ learnt: [...this.kept.learnt, game] });
  }

  /** Whether to offer learning: to nobody who has learnt or played here, or has said no. */
  get isOffered(): boolean {
    const { done, first, declined } = this.kept;
    return !declined && !Object.keys(done).length && !Object.keys(first).length;
  }

  decline(): void {
    this.keep({ declined: true });
  }

  /** Notes that a game is played at a table; says whether none was played to its end before. */
  isFirstGame(game: string, table: string): boolean {
    if (this.kept.first[game] === undefined) this.keep({ first: { ...this.kept.first, [game]: table } });
    return !this.kept.played.includes(game);
  }

  /** A game was played to its end. */
  play(game: string): void {
    if (!this.kept.played.includes(game)) this.keep({ played: [...this.kept.played, game] });
  }

  hasSeen(tip: string): boolean {
    return this.kept.seen.includes(tip);
  }

  see(tip: string): void {
    if (!this.hasSeen(tip)) this.keep({ seen: [...this.kept.seen, tip] });
  }

  private keep(change: Partial<Stored>): void {
    this.kept = { ...this.kept, ...change };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.kept));
    } catch {
      // Where a browser stores nothing, learning works all the same; it only begins anew next time.
    }
  }
}

export const progress = new Progress();
