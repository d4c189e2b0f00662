/** An analysis on this page: where one is, what is there, what the search thinks of it. All of it comes from the server. */
import { type ApiError, call } from "../lib/api";
import type { Look, Opening, Scatter, Thought } from "../lib/protocol";
import { encoded, keep, keptOnes, LONGEST_LINK, type Shared } from "./share";
import { type LogLine, type Removed, ROOT, Tree } from "./tree";
import { troubleText } from "./trouble";

const LEVELS = 3;
const MOST_TRIES = 12;
const MOST_LOOKS = 300;
const post = <T>(what: string, body: unknown) => call<T>("POST", `/api/analysis/${what}`, body);

export const openings = {
  table: (id: string) => call<Opening>("GET", `/api/tables/${encodeURIComponent(id)}/analysis`),
  puzzle: (game: string, id: string) =>
    call<Opening>("GET", `/api/puzzles/${encodeURIComponent(game)}/${encodeURIComponent(id)}/analysis`),
  text: (text: string) => post<Opening>("open", { text }),
};

/** A record without what only its table knew: a pasted file may be long, a question may not. */
export function shortened(text: string): string {
  if (!text.trimStart().startsWith("{")) return text;
  try {
    const { table, ...record } = JSON.parse(text);
    return JSON.stringify(table?.names ? { ...record, table: { names: table.names } } : record);
  } catch {
    return text;
  }
}

const random = () =>
  [...crypto.getRandomValues(new Uint8Array(8))].map((b) => b.toString(16).padStart(2, "0")).join("");

export class Analysis {
  readonly tree: Tree;
  at = $state(ROOT);
  /** Counts changes of the tree, for what is made of it. */
  version = $state(0);
  look = $state.raw<Look | null>(null);
  /** How it stood one node before: ways on the board begin there. */
  before = $state.raw<Look | null>(null);
  thought = $state.raw<Thought | null>(null);
  scatter = $state.raw<Scatter | null>(null);
  /** Whose eyes: null sees everything. */
  eyes = $state<number | null>(null);
  /** Whose best actions are looked for, among those who have to act. */
  seat = $state<number | null>(null);
  isThinking = $state(false);
  engine = $state(true);
  isBusy = $state(false);
  problem = $state("");
  removed = $state.raw<Removed | null>(null);
  private readonly looks = new Map<string, Look>();
  private readonly page = random();
  private isOver = false;
  /** Counts rounds of thinking: only the newest goes on. */
  private asking = 0;

  constructor(
    readonly opening: Opening,
    readonly key: string,
  ) {
    this.tree = new Tree(opening.lines as LogLine[]);
  }

  /** Begins where one was before, or where somebody else points to. */
  async begin(shared: Shared | null, line: number | null): Promise<void> {
    const kept = shared ?? keptOnes().find(({ key }) => key === this.key)?.shared ?? null;
    const at = kept ? this.tree.take(kept.growth) : ROOT;
    await this.seen(ROOT); // what chance decides there belongs to every line
    await this.go(line === null ? at : this.tree.afterLines(line));
  }

  end(): void {
    this.isOver = true;
  }

  // Where one is

  async go(id: number): Promise<void> {
    const wanted = `${this.eyes}:${id}`;
    this.at = id;
    this.problem = "";
    this.thought = this.scatter = null;
    try {
      const look = await this.seen(id);
      const { parent } = this.tree.get(id);
      const before = parent === null ? null : await this.seen(parent);
      if (wanted !== `${this.eyes}:${this.at}`) return;
      this.look = look;
      this.before = before;
      const choosers = look.seats.map(({ seat }) => seat);
      if (this.seat === null || !choosers.includes(this.seat)) this.seat = choosers[0] ?? null;
      this.store();
      void this.think();
    } catch (error) {
      if (wanted === `${this.eyes}:${this.at}`) this.problem = troubleText(error);
    }
  }

  async goBack(): Promise<void> {
    const { parent } = this.tree.get(this.at);
    if (parent !== null) await this.go(parent);
  }

  async goOn(): Promise<void> {
    const [next] = this.tree.get(this.at).children;
    if (next !== undefined) await this.go(next);
  }

  async lookAs(eyes: number | null): Promise<void> {
    this.eyes = eyes;
    await this.go(this.at);
  }

  async chooseSeat(seat: number): Promise<void> {
    this.seat = seat;
    this.thought = null;
    await this.think();
  }

  /** A look that this page has had already. */
  known(id: number): Look | null {
    return this.looks.get(`${this.eyes}:${id}`) ?? null;
  }

  private question(id: number) {
    return { start: this.opening.start, lines: this.tree.path(id) };
  }

  private async seen(id: number): Promise<Look> {
    const key = `${this.eyes}:${id}`;
    const known = this.looks.get(key);
    if (known) return known;
    const look = await post<Look>("look", { ...this.question(id), eyes: this.eyes });
    if (look.added.length) {
      this.tree.get(id).lines.push(...(look.added as LogLine[]));
      this.version += 1;
    }
    if (this.looks.size >= MOST_LOOKS) this.looks.delete(this.looks.keys().next().value ?? "");
    this.looks.set(key, look);
    return look;
  }

  // What one does

  async play(seat: number, action: string): Promise<boolean> {
    const { id, isNew } = this.tree.add(this.at, [seat, action]);
    return this.arrive(id, isNew);
  }

  /** Plays the first steps of a line that the search expects. */
  async follow(steps: { seat: number; action: string }[]): Promise<void> {
    await this.guarded(async () => {
      for (const { seat, action } of steps) if (!(await this.play(seat, action))) return;
    });
  }

  /** The same action again, but chance decides something else. */
  async dealAnew(): Promise<void> {
    const { parent, lines } = this.tree.get(this.at);
    const first = lines.findIndex((line) => typeof line[0] === "string");
    const kind = lines[first]?.[0];
    if (parent === null || first < 0 || typeof kind !== "string") return;
    await this.arrive(this.tree.grow(parent, [...lines.slice(0, first), [kind, random()]]), true);
  }

  private async arrive(id: number, isNew: boolean): Promise<boolean> {
    const from = this.at;
    try {
      if (isNew) await this.seen(id);
    } catch (error) {
      this.tree.remove(id);
      this.problem = troubleText(error);
      this.at = from;
      return false;
    }
    this.version += 1;
    await this.go(id);
    return true;
  }

  async bot(seat: number, bot: string): Promise<void> {
    await this.guarded(async () => {
      const move = await post<{ seat: number; action: string }>("bot", {
        ...this.question(this.at),
        page: `${this.page}b`,
        seat,
        bot,
      });
      await this.play(move.seat, move.action);
    });
  }

  async spread(): Promise<void> {
    await this.guarded(async () => {
      const { at } = this;
      const found = await post<Scatter>("spread", this.question(at));
      if (at === this.at) this.scatter = found;
    });
  }

  promote(): void {
    this.tree.promote(this.at);
    this.changed();
  }

  remove(): void {
    const { parent } = this.tree.get(this.at);
    if (parent === null) return;
    this.removed = this.tree.remove(this.at);
    this.changed();
    void this.go(parent);
  }

  undoRemove(): void {
    const { removed } = this;
    if (!removed) return;
    this.tree.restore(removed);
    this.removed = null;
    this.changed();
    void this.go(removed.nodes[0]?.id ?? this.at);
  }

  private changed(): void {
    this.version += 1;
    this.store();
  }

  // Thinking

  toggleEngine(): void {
    this.engine = !this.engine;
    if (this.engine) void this.think();
    else this.thought = null;
  }

  /** Asks deeper and deeper while one stays here. */
  private async think(): Promise<void> {
    const { at, eyes, seat } = this;
    const mine = ++this.asking;
    const isHere = () => !this.isOver && this.engine && mine === this.asking && at === this.at;
    if (!isHere() || !this.look || this.look.over) return;
    this.isThinking = true;
    for (let level = 0, tries = 0; level < LEVELS && isHere(); tries += 1) {
      try {
        const found = await post<Thought>("think", {
          ...this.question(at),
          page: this.page,
          eyes,
          seat,
          level,
        });
        if (!isHere()) break;
        this.thought = found;
        level += 1;
      } catch (error) {
        if (!(await this.mayAskAgain(error, tries)) || !isHere()) break;
      }
    }
    if (isHere()) this.isThinking = false;
  }

  private async mayAskAgain(error: unknown, tries: number): Promise<boolean> {
    const { code } = error as ApiError;
    // An older question may reach the server after a newer one, which is then outdated though nobody asked since.
    // On a busy machine a search may take longer than a page waits for an answer.
    const wait = { "too-fast": 3000, outdated: 200, "server-away": 1000 }[code];
    if (wait && tries < MOST_TRIES) await new Promise((done) => setTimeout(done, wait));
    else {
      this.engine = false;
      this.problem = troubleText(error);
    }
    return this.engine;
  }

  private async guarded(work: () => Promise<void>): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    this.problem = "";
    try {
      await work();
    } catch (error) {
      this.problem = troubleText(error);
    } finally {
      this.isBusy = false;
    }
  }

  // Keeping and sharing

  private shared(): Shared {
    const { table, start, lines, names } = this.opening;
    const growth = this.tree.growth(this.at);
    return table ? { table, growth } : { start, lines: lines as LogLine[], names, growth };
  }

  private store(): void {
    if (this.tree.nodes.size > 1)
      keep({ key: this.key, game: this.opening.game, at: Date.now(), shared: this.shared() });
  }

  /** A link to this node with all variations; null when it would be too long. */
  async link(): Promise<string | null> {
    const { table } = this.opening;
    const link = `${location.origin}/analysis${table ? `/${table}` : ""}#${await encoded(this.shared())}`;
    return link.length <= LONGEST_LINK ? link : null;
  }

  /** The line that leads here and goes on from here, as a record. */
  record(): Promise<unknown> {
    return post("record", this.question(this.tree.end(this.at)));
  }
}
