/** A puzzle being solved: asked, tried, answered. All of it comes from the server; the answer comes last. */
import { call } from "./api";
import type { PuzzleStep, PuzzlesAnswer, TriedMessage } from "./protocol";
import { lookPath, nextPath, puzzlePath } from "./puzzles";

export type Verdict = NonNullable<PuzzleStep["verdict"]>;

export const puzzleApi = {
  overview: (game: string) => call<PuzzlesAnswer>("GET", puzzlePath(game)),
  next: async (game: string, kind: string) =>
    (await call<{ puzzle: string | null }>("GET", nextPath(game, kind))).puzzle,
  look: (game: string, id: string, trying?: string[]) => call<PuzzleStep>("GET", lookPath(game, id, trying)),
  answer: (game: string, id: string, actions: string[]) =>
    call<PuzzleStep>("POST", puzzlePath(game, `${id}/answer`), { actions }),
  giveUp: (game: string, id: string) => call<PuzzleStep>("POST", puzzlePath(game, `${id}/give-up`), {}),
};

export class Solving {
  /** What was tried is a whole answer. */
  complete = $state(false);
  verdict = $state.raw<Verdict | null>(null);
  /** The answer, once it was found or given up. */
  answer = $state.raw<string[] | null>(null);
  busy = $state(false);
  /** A stable code of what went wrong. */
  problem = $state("");
  /** The board that shows it: told what to play, and when to begin anew. */
  private screen: { play: (step: PuzzleStep) => void; begin: () => void } | null = null;

  constructor(
    readonly first: PuzzleStep,
    private readonly oncounted: () => void,
  ) {}

  get seat(): number {
    return this.first.puzzle.seat;
  }

  get isOver(): boolean {
    return this.answer !== null || !!this.verdict?.solved;
  }

  get isOpen(): boolean {
    return !this.verdict && !this.answer && !this.busy;
  }

  show(screen: { play: (step: PuzzleStep) => void; begin: () => void }): void {
    this.screen = screen;
  }

  /** Asks what actions would lead to. */
  async try(actions: string[], _isWanted?: () => boolean): Promise<TriedMessage> {
    const step = actions.length
      ? await puzzleApi.look(this.first.game, this.first.puzzle.id, actions)
      : this.first;
    if (!step.tried) throw new Error("a puzzle without choices");
    this.complete = !!step.complete;
    return step.tried;
  }

  /** Gives an answer. */
  commit(actions: string[]): void {
    void this.ask(() => puzzleApi.answer(this.first.game, this.first.puzzle.id, actions));
  }

  giveUp(): void {
    this.screen?.begin();
    void this.ask(() => puzzleApi.giveUp(this.first.game, this.first.puzzle.id));
  }

  again(): void {
    this.verdict = null;
    this.complete = false;
    this.screen?.begin();
  }

  private async ask(question: () => Promise<PuzzleStep>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.problem = "";
    try {
      const step = await question();
      this.verdict = step.verdict?.done ? step.verdict : null;
      this.answer = step.answer ?? null;
      if (this.verdict) this.screen?.play(step);
      this.oncounted();
    } catch (error) {
      this.problem = (error as { code?: string }).code ?? "unknown";
    } finally {
      this.busy = false;
    }
  }
}
