/**
 * A lesson as a table: the boards of the games play it like any other, but every question goes to the lesson on the
 * server, and what the server says about a choice is kept for whoever guides the learner.
 */
import type { Component } from "svelte";
import { api } from "./api";
import { i18n } from "./i18n/index.svelte";
import { Refusal } from "./live.svelte";
import { progress } from "./progress.svelte";
import type { LessonAnswer, LessonInfo, LessonStep, TriedMessage } from "./protocol";
import { session } from "./session.svelte";
import { type StateListener, Table } from "./table.svelte";

/** What a game's frame shows in a lesson in place of its own header and bar. */
export interface Guide {
  readonly game: string;
  readonly lesson: LessonInfo | null;
  readonly answer: LessonAnswer | null;
  /** The verdict is final: there is nothing more to choose in this attempt. */
  readonly isSettled: boolean;
  readonly again: () => void;
  readonly Header: Component<{ guide: Guide; busy: boolean }>;
  readonly Bar: Component<{ guide: Guide }>;
}

type Looks = Pick<Guide, "Header" | "Bar" | "again">;

/** Who the others are; the texts of the lessons know them by these names. */
const RIVALS = ["Mira", "Juno", "Rigel"];
const LEARNER = "Nova";
const SEATS = [0, 1, 2, 3];

export class LessonTable extends Table implements Guide {
  lesson = $state.raw<LessonInfo | null>(null);
  answer = $state.raw<LessonAnswer | null>(null);
  readonly Header: Guide["Header"];
  readonly Bar: Guide["Bar"];
  readonly again: () => void;
  private turns: string[][] = [];
  /** What can be done at the beginning came with it; whoever asks for that first need not ask the server again. */
  private opening: LessonStep | null = null;

  constructor(
    readonly game: string,
    private readonly key: string,
    looks: Looks,
  ) {
    super(`lesson-${game}-${key}`);
    this.Header = looks.Header;
    this.Bar = looks.Bar;
    this.again = looks.again;
    this.online = SEATS;
  }

  override get guide(): Guide {
    return this;
  }

  get isSettled(): boolean {
    return !!this.answer && this.answer.verdict !== "go-on";
  }

  override start(onstate: StateListener): void {
    this.onstate = onstate;
    void this.load();
  }

  override name(seat: number | null): string {
    if (seat === null || seat === this.seat) return session.person?.name ?? LEARNER;
    const others = SEATS.filter((each) => each !== this.seat);
    return RIVALS[others.indexOf(seat)] ?? "";
  }

  override async try(actions: string[]): Promise<TriedMessage> {
    const isOpening = !this.turns.length && !actions.length;
    const step = (isOpening && this.opening) || (await this.ask(this.turns, actions));
    if (!step.tried) throw new Refusal("stale", "there is nothing to choose");
    this.judge(step);
    return step.tried;
  }

  /** Plays for good; once the verdict is final there is nothing left to play. */
  override commit(actions: string[]): void {
    if (!this.isSettled) void this.play(actions);
  }

  override async loadHistory(): Promise<void> {
    // A lesson has no history before its beginning.
  }

  private async load(): Promise<void> {
    try {
      const step = await this.ask([], []);
      this.opening = step;
      this.lesson = step.lesson;
      this.receiveState(step.state);
    } catch (error) {
      this.problem = (error as { code?: string }).code ?? "unknown";
    }
  }

  private async play(actions: string[]): Promise<void> {
    this.committing = true;
    try {
      const turns = [...this.turns, actions];
      const step = await this.ask(turns);
      this.turns = turns;
      this.receiveState(step.state);
      this.judge(step);
    } catch (error) {
      this.problem = (error as { code?: string }).code ?? "unknown";
    }
    this.committing = false;
  }

  private judge(step: LessonStep): void {
    this.answer = step.answer ?? null;
    if (this.answer?.verdict !== "right") return;
    progress.finish(this.game, this.key);
    const { number, of, extra } = step.lesson;
    if (!extra && number === of) progress.graduate(this.game);
  }

  private ask(played: string[][], trying?: string[]): Promise<LessonStep> {
    const { game, key: lesson } = this;
    return api.lesson({ game, lesson, language: i18n.language, played, trying });
  }
}
