/** One table as this browser follows it: the info, the newest state, chat, who is there, and what happened. */
import { api } from "./api";
import { type Chapter, chaptersOfReplay, chaptersOfState } from "./chapters";
import type { Guide } from "./lesson.svelte";
import { live, Refusal } from "./live.svelte";
import { seatName } from "./names";
import { Outbox, type Wish } from "./outbox.svelte";
import type {
  Absence,
  BoardOf,
  ChatLine,
  GameName,
  ServerMessage,
  StateMessage,
  TableInfo,
  TriedMessage,
} from "./protocol";
import { session } from "./session.svelte";

export type StateListener = (state: StateMessage, previous: StateMessage | null) => void;

interface Pending {
  id: string;
  version: number;
  actions: string[];
}

export class Table {
  info = $state.raw<TableInfo | null>(null);
  state = $state.raw<StateMessage | null>(null);
  /** What hardly ever changes: a state tells it only when it is new. */
  board = $state.raw<BoardOf<GameName> | null>(null);
  chat = $state.raw<ChatLine[]>([]);
  online = $state.raw<number[]>([]);
  watchers = $state(0);
  /** Who is gone, and from when on a bot may play for them. */
  absent = $state.raw<Absence[]>([]);
  chapters = $state.raw<Chapter[]>([]);
  /** A stable code when the table cannot be shown. */
  problem = $state<string | null>(null);
  /** A short message about something that went wrong just now: an error code. */
  slip = $state<string | null>(null);
  committing = $state(false);
  /** My time ran out: what I had put together was played, or a bot took over. */
  ranOut = $state<"played" | "bot" | null>(null);
  /** My answer to a question that the game may ask later, as the server keeps it. */
  ahead = $state<string | null>(null);
  readonly outbox: Outbox;
  private pending: Pending | null = null;
  private stops: (() => void)[] = [];
  protected onstate: StateListener | null = null;
  private loadsHistory = false;

  constructor(
    readonly id: string,
    /** The seats of the people who share this device, when several do. */
    private readonly here: number[] = [],
  ) {
    this.outbox = new Outbox(id);
  }

  start(onstate: StateListener): void {
    this.onstate = onstate;
    this.stops.push(live.listen((message) => this.receive(message)));
    this.stops.push(live.watch(this.id));
  }

  stop(): void {
    for (const stop of this.stops) stop();
    this.stops = [];
    this.onstate = null;
  }

  /** In a lesson: who says what to do, instead of the table's own header. */
  get guide(): Guide | null {
    return null;
  }

  get seat(): number | null {
    return this.state?.seat ?? null;
  }

  name(seat: number | null): string {
    return seatName(this.info, seat);
  }

  get isMyTurn(): boolean {
    const { state } = this;
    return (
      !!state && state.seat !== null && state.to_act.includes(state.seat) && !state.over && !state.paused
    );
  }

  /** Asks what a list of actions would lead to; when the line is down, again once it is back and it is still wanted. */
  async try(actions: string[], isWanted: () => boolean): Promise<TriedMessage> {
    for (;;) {
      try {
        return await this.askFor(actions);
      } catch (error) {
        if (!isWanted() || (error as Refusal).code !== "server-away") throw error;
      }
      await live.opened();
      if (!isWanted()) throw new Refusal("stale", "nobody wants to know any more");
    }
  }

  private async askFor(actions: string[]): Promise<TriedMessage> {
    const version = this.state?.version ?? 0;
    const answer = await live.ask({ type: "try", table: this.id, version, actions });
    if (answer.type === "tried") return answer;
    // When somebody was faster, that is told only if a choice was lost by it, not if somebody was just looking.
    if (answer.type === "stale" && actions.length) this.slip = "stale";
    throw new Refusal(answer.type === "stale" ? "stale" : "server-error", answer.type);
  }

  /** Tells the server what to play should my clock run out. */
  keep(actions: string[]): void {
    if (this.myDeadline)
      live.send({ type: "keep", table: this.id, version: this.state?.version ?? 0, actions });
  }

  /** Answers a question of the game before it is asked; null takes it back. */
  answerAhead(wish: string | null): void {
    live.send({ type: "ahead", table: this.id, wish });
  }

  /** When the clock of my present choice runs out. */
  get myDeadline(): number | null {
    return this.state?.seats.find((each) => each.seat === this.seat)?.deadline ?? null;
  }

  get amAway(): boolean {
    const mine = this.state?.seats.find((each) => each.seat === this.seat);
    return !this.state?.over && (mine?.away ?? false);
  }

  /** Plays for good. When the connection breaks, the same commit goes out again once it is back. */
  commit(actions: string[]): void {
    const id = `c-${crypto.getRandomValues(new Uint32Array(3)).join("-")}`;
    this.pending = { id, version: this.state?.version ?? 0, actions };
    this.committing = true;
    this.ranOut = null;
    this.sendPending();
  }

  say(text: string): void {
    this.outbox.say(text, this.chat.at(-1)?.id ?? 0);
  }

  tell(type: Exclude<Wish["type"], "stand-in">): void {
    this.outbox.wish({ type, table: this.id });
  }

  /** Lets a bot play for somebody who has left. */
  standIn(seat: number): void {
    this.outbox.wish({ type: "stand-in", table: this.id, seat });
  }

  /** Fetches what happened before this browser came. */
  async loadHistory(): Promise<void> {
    if (this.loadsHistory || !this.isMissingHistory) return;
    this.loadsHistory = true;
    try {
      const whole = chaptersOfReplay(await api.replay(this.id));
      const known = new Set(this.chapters.map((chapter) => chapter.version));
      const missing = whole.filter((chapter) => !known.has(chapter.version));
      this.chapters = [...missing, ...this.chapters].sort((a, b) => a.version - b.version);
    } catch {
      // The log then simply begins where this browser came in.
    } finally {
      this.loadsHistory = false;
    }
  }

  private get isMissingHistory(): boolean {
    const newest = this.state?.version ?? 0;
    const seen = new Set(this.chapters.map((chapter) => chapter.version));
    for (let version = 1; version <= newest; version++) if (!seen.has(version)) return true;
    return false;
  }

  private sendPending(): void {
    if (this.pending) live.send({ type: "commit", table: this.id, ...this.pending });
  }

  private receive(message: ServerMessage): void {
    if (message.type === "welcome") {
      this.sendPending();
      this.outbox.again();
      return;
    }
    if (message.type === "table") {
      if (message.table.id === this.id) this.info = message.table;
      return;
    }
    if (!("table" in message) || message.table !== this.id) return;
    if (message.type === "state") this.receiveState(message);
    else if (message.type === "chat") this.addChat(message.lines);
    else if (message.type === "ahead") this.ahead = message.wish;
    else if (message.type === "presence") {
      // People who share this device count as present, whichever of them holds it.
      this.online = [...new Set([...message.online, ...this.here])];
      this.watchers = message.watchers;
      this.absent = message.absent.filter((each) => !this.here.includes(each.seat));
    } else if (message.type === "stale") {
      // A wish that would change nothing has been fulfilled already.
      if (!this.outbox.settle(message.ref) && message.id) this.settled(message.id, "stale");
    } else if (message.type === "error") {
      this.outbox.settle(message.ref);
      this.receiveError(message.code, message.id ?? null);
    }
  }

  protected receiveState(state: StateMessage): void {
    const previous = this.state;
    if (state.groups.some((group) => group.commit && group.commit === this.pending?.id)) this.pending = null;
    if (previous && state.version < previous.version) return;
    if (previous && previous.seat !== state.seat) this.forgetSecrets();
    this.state = state;
    this.outbox.heardState(state);
    this.noteClock(state);
    this.board = state.board ?? this.board;
    this.problem = null;
    if (!this.pending) this.committing = false;
    if (this.board) this.remember(chaptersOfState(state, this.board));
    this.onstate?.(state, previous);
  }

  /** Another person looks at the screen now: everything is told anew, as this person may know it. */
  private forgetSecrets(): void {
    this.chapters = [];
    queueMicrotask(() => this.loadHistory());
  }

  private noteClock(state: StateMessage): void {
    for (const { by_clock, kind, seat } of state.groups) {
      if (by_clock && seat === state.seat) this.ranOut = kind === "play" ? "played" : "bot";
    }
    if (this.ranOut === "bot" && !this.amAway) this.ranOut = null;
  }

  private remember(chapters: Chapter[]): void {
    const known = new Set(this.chapters.map((chapter) => chapter.version));
    const fresh = chapters.filter((chapter) => !known.has(chapter.version));
    if (fresh.length) this.chapters = [...this.chapters, ...fresh];
  }

  private addChat(lines: ChatLine[]): void {
    this.outbox.heardChat(lines, session.person?.id ?? null);
    const known = new Set(this.chat.map((line) => line.id));
    this.chat = [...this.chat, ...lines.filter((line) => !known.has(line.id))].sort((a, b) => a.id - b.id);
  }

  private settled(id: string | null, slip: string | null): void {
    if (id && this.pending && id !== this.pending.id) return;
    this.pending = null;
    this.committing = false;
    this.slip = slip;
  }

  private receiveError(code: string, id: string | null): void {
    if (code === "bad-message" || code === "too-fast") this.outbox.drop();
    const isGone = code === "no-such-table" || code === "broken-table";
    // A game of which nothing has come has no board that the words could stand beside.
    const isLoading = !this.state && !id && this.info?.status === "running" && code !== "too-fast";
    if (isGone || isLoading) this.problem = code;
    else if (id) this.settled(id, code);
    else if (code !== "not-running") this.slip = code;
  }
}
