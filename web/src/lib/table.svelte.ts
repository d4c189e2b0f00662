/** One table as this browser follows it: the info, the newest state, chat, who is there, and what happened. */
import { api } from "./api";
import { type Chapter, chaptersOfReplay, chaptersOfState } from "./chapters";
import { live, Refusal } from "./live.svelte";
import { seatName } from "./names";
import type {
  BoardOf,
  ChatLine,
  GameName,
  ServerMessage,
  StateMessage,
  TableInfo,
  TriedMessage,
} from "./protocol";

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
  chapters = $state.raw<Chapter[]>([]);
  /** A stable code when the table cannot be shown. */
  problem = $state<string | null>(null);
  /** A short message about something that went wrong just now: an error code. */
  slip = $state<string | null>(null);
  committing = $state(false);
  private pending: Pending | null = null;
  private awaited = 0;
  private stops: (() => void)[] = [];
  private onstate: StateListener | null = null;
  private loadsHistory = false;

  constructor(readonly id: string) {}

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

  /** Asks what a list of actions would lead to. */
  async try(actions: string[]): Promise<TriedMessage> {
    const version = this.state?.version ?? 0;
    const answer = await live.ask({ type: "try", table: this.id, version, actions });
    if (answer.type === "tried") return answer;
    throw new Refusal(answer.type === "stale" ? "stale" : "server-error", answer.type);
  }

  /** Plays for good. When the connection breaks, the same commit goes out again once it is back. */
  commit(actions: string[]): void {
    const id = `c-${crypto.getRandomValues(new Uint32Array(3)).join("-")}`;
    this.pending = { id, version: this.state?.version ?? 0, actions };
    this.committing = true;
    this.sendPending();
  }

  say(text: string): void {
    live.send({ type: "chat", table: this.id, text });
  }

  tell(type: "resign" | "pause" | "resume" | "away" | "back"): void {
    live.send({ type, table: this.id });
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
      return;
    }
    if (message.type === "table") {
      if (message.table.id === this.id) this.info = message.table;
      return;
    }
    if (!("table" in message) || message.table !== this.id) return;
    if (message.type === "state") this.receiveState(message);
    else if (message.type === "chat") this.addChat(message.lines);
    else if (message.type === "presence") {
      this.online = message.online;
      this.watchers = message.watchers;
    } else if (message.type === "committed") this.committed(message.id, message.version);
    else if (message.type === "stale") this.settled(message.id, "stale");
    else if (message.type === "error") this.receiveError(message.code, message.id ?? null);
  }

  private receiveState(state: StateMessage): void {
    const previous = this.state;
    if (previous && state.version < previous.version) return;
    this.state = state;
    this.board = state.board ?? this.board;
    this.problem = null;
    if (!this.pending && state.version >= this.awaited) this.committing = false;
    if (this.board) this.remember(chaptersOfState(state, this.board));
    this.onstate?.(state, previous);
  }

  private remember(chapters: Chapter[]): void {
    const known = new Set(this.chapters.map((chapter) => chapter.version));
    const fresh = chapters.filter((chapter) => !known.has(chapter.version));
    if (fresh.length) this.chapters = [...this.chapters, ...fresh];
  }

  private addChat(lines: ChatLine[]): void {
    const known = new Set(this.chat.map((line) => line.id));
    this.chat = [...this.chat, ...lines.filter((line) => !known.has(line.id))].sort((a, b) => a.id - b.id);
  }

  /** The commit is stored; nothing may be chosen until the state that it led to is here. */
  private committed(id: string, version: number): void {
    if (id !== this.pending?.id) return;
    this.pending = null;
    this.awaited = version;
    if ((this.state?.version ?? 0) >= version) this.committing = false;
  }

  private settled(id: string | null, slip: string | null): void {
    if (id && this.pending && id !== this.pending.id) return;
    this.pending = null;
    this.committing = false;
    this.slip = slip;
  }

  private receiveError(code: string, id: string | null): void {
    if (code === "no-such-table") this.problem = code;
    else if (id) this.settled(id, code);
    else if (code !== "not-running") this.slip = code;
  }
}
