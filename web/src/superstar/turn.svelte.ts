/** My turn as it is being put together: tried step by step on the server, undone at will, committed as a whole. */
import { sound } from "../lib/sound";
import type { Table } from "../lib/table.svelte";
import { type Choice, choicesOf, landingsOf } from "./choices";
import type { Stage } from "./stage.svelte";
import {
  type CardName,
  ofSuperstar,
  type SuperstarBoard,
  type SuperstarState,
  type SuperstarTried,
  type SuperstarView,
} from "./types";

const SETTLE_MS = 1000;

export class Turn {
  /** The board that the turn begins on. */
  board: SuperstarBoard;
  draft = $state.raw<string[]>([]);
  tried = $state.raw<SuperstarTried | null>(null);
  selected = $state<CardName | null>(null);
  active = $state<string | null>(null);
  /** Choices of one landing, after a tap on its space. */
  aimed = $state<string | null>(null);
  /** False for a second after a tap on a choice, so that a second tap does not take what has come to its place. */
  steady = $state(true);
  private steadyTimer = 0;
  /** What was tapped last and has not been answered. */
  asked = $state<string | null>(null);
  private asking = 0;

  constructor(
    private readonly table: Pick<Table, "seat" | "try" | "commit">,
    private readonly stage: Stage,
    board: SuperstarBoard,
  ) {
    this.board = board;
  }

  all = $derived.by(() => (this.tried ? choicesOf(this.tried.legal, this.tried.previews) : []));
  playable = $derived(new Set(this.all.flatMap((choice) => (choice.card ? [choice.card] : []))));
  /** Choices that need no card: complete, steal, replay, end. */
  plain = $derived(this.all.filter((choice) => !choice.card));
  ofCard = $derived.by(() => {
    if (this.aimed) return (landingsOf(this.all).get(this.aimed) ?? []).slice(0, 9);
    if (!this.selected) return [];
    const own = this.all.filter((choice) => choice.card === this.selected);
    // What the card can do comes before the plain steps that any card can.
    return [...own.filter((choice) => !choice.faceDown), ...own.filter((choice) => choice.faceDown)];
  });
  hints = $derived(this.selected || this.aimed ? [] : [...landingsOf(this.all).keys()]);
  /** Where the victim of the steal to be chosen stood. */
  scene = $derived.by(() => {
    const victim = this.tried?.view.steals[0];
    const thrown = this.tried?.events.findLast((event) => event.event === "eject" && event.seat === victim);
    return thrown?.event === "eject" ? thrown.space : null;
  });
  isDone = $derived(this.tried?.done ?? false);

  /** Asks for the choices at the start of my turn. */
  begin(): void {
    this.draft = [];
    this.clear();
    void this.ask([], false);
  }

  stop(): void {
    this.asking += 1;
    this.asked = null;
    this.draft = [];
    this.tried = null;
    this.clear();
  }

  select(card: CardName): void {
    sound.card();
    this.aimed = null;
    this.selected = this.selected === card ? null : card;
    this.active = this.ofCard.length ? this.best(this.ofCard) : null;
  }

  /** A tap on a space: takes the only move that lands there, or offers all that do. */
  aim(space: string): void {
    const here = landingsOf(this.all).get(space) ?? [];
    const offered = this.ofCard.filter((choice) => choice.preview?.lands === space);
    if (offered.length === 1 && offered[0]) this.take(offered[0].action);
    else if (here.length) {
      this.selected = null;
      this.aimed = space;
      this.active = here[0]?.action ?? null;
    } else this.clear();
  }

  take(action: string, byPointer = false): void {
    if (!this.tried?.legal.includes(action)) return;
    if (byPointer) this.settle();
    this.asked = action;
    void this.ask([...this.draft, action], true);
  }

  private settle(): void {
    this.steady = false;
    clearTimeout(this.steadyTimer);
    this.steadyTimer = window.setTimeout(() => (this.steady = true), SETTLE_MS);
  }

  /** Takes back the last step, together with steps that left no choice. */
  undo(): void {
    if (this.draft.length) void this.ask(this.draft.slice(0, -1), false);
  }

  commit(): void {
    if (this.isDone) this.table.commit(this.draft);
  }

  /** How many of the events that a new state tells the board has shown already: those of the turn I put together. */
  shownOf(state: SuperstarState): number {
    const shown = this.isDone ? (this.tried?.events ?? []) : [];
    const group = state.groups.at(-1);
    if (group?.kind !== "play" || group.seat !== state.seat) return 0;
    const isSame = JSON.stringify(group.events.slice(0, shown.length)) === JSON.stringify(shown);
    return isSame ? shown.length : 0;
  }

  /** Takes everything back that was only tried, before something else is shown. */
  forget(view: SuperstarView): void {
    if (this.draft.length) this.stage.rewind({ view, board: this.board }, this.table.seat, []);
  }

  private clear(): void {
    this.selected = null;
    this.active = null;
    this.aimed = null;
  }

  private best(choices: Choice[]): string | null {
    const worth = (choice: Choice) =>
      (choice.preview?.points ?? 0) +
      (choice.preview?.steal_points ?? 0) +
      0.5 * (choice.preview?.ejects.length ?? 0);
    return choices.reduce((a, b) => (worth(b) > worth(a) ? b : a)).action;
  }

  private async ask(actions: string[], isForward: boolean): Promise<void> {
    const asked = ++this.asking;
    try {
      const tried = ofSuperstar(await this.table.try(actions, () => asked === this.asking));
      if (asked !== this.asking) return;
      this.asked = null;
      this.show(tried, isForward);
    } catch {
      // The state that follows a stale try begins the turn anew.
      if (asked === this.asking) this.asked = null;
    }
  }

  private show(tried: SuperstarTried, isForward: boolean): void {
    const before = this.draft.length;
    // An answer tells everything since the turn began; what was shown before is not played again.
    const events = isForward ? tried.events.slice(this.tried?.events.length ?? 0) : [];
    // A complete turn shows what I did; what follows by itself (`tried.after`) waits until it is sent.
    const onlyCardsOf = tried.done ? (this.table.seat ?? undefined) : undefined;
    this.draft = tried.actions;
    this.tried = tried;
    this.clear();
    const after = { view: tried.view, board: tried.board ?? this.board };
    if (isForward && before < tried.actions.length) this.stage.play({ events, after, onlyCardsOf });
    else if (!isForward && tried.actions.length + before > 0)
      this.stage.rewind(after, this.table.seat, tried.events);
  }
}
