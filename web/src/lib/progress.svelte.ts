/** What somebody has learnt and seen, kept in this browser only: lessons, the offer to learn, tips. */

const KEY = "gravitable.learn";

interface Stored {
  /** The lessons that were solved, by game. */
  done: Record<string, string[]>;
  /** The games whose course is done. */
  learnt: string[];
  /** The table of the first game of each kind: tips are given there and nowhere else. */
  first: Record<string, string>;
  /** Tips that were seen. */
  seen: string[];
  /** The offer to learn was put aside. */
  declined: boolean;
}

const NOTHING: Stored = { done: {}, learnt: [], first: {}, seen: [], declined: false };

function stored(): Stored {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return sound({ ...NOTHING, ...(kept as Partial<Stored>) });
  } catch {
    return { ...NOTHING };
  }
}

/** Reads what is stored; anything may have written there, so parts of another form are dropped. */
function sound(kept: Stored): Stored {
  const isTree = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);
  const trees = isTree(kept.done) && isTree(kept.first) && Object.values(kept.done).every(Array.isArray);
  return trees && Array.isArray(kept.seen) && Array.isArray(kept.learnt) ? kept : { ...NOTHING };
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

  /** Notes that a game is played at a table; says whether it is the first of its kind. */
  isFirstGame(game: string, table: string): boolean {
    const first = this.kept.first[game];
    if (first === undefined) this.keep({ first: { ...this.kept.first, [game]: table } });
    return (first ?? table) === table;
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
