/**
 * What both games' stages share: events that lead to a scene are played one after the other on the scene that is
 * shown; then the one that the server sent takes its place. A newer scene may cut in at any time.
 */
import type { Shown } from "./chapters";
import { settings } from "./settings.svelte";

export interface Batch<Scene, Event> {
  events: Event[];
  after: Scene;
  /** The version of the game that it leads to; none while a turn is only tried. */
  version?: number;
  /** How many events of that version were seen before these. */
  before?: number;
  /** Called once it has been seen. */
  onseen?: () => void;
}

type Tree = Record<string, unknown>;

function isTree(value: unknown): value is Tree {
  return typeof value === "object" && value !== null;
}

/** Makes what is shown equal to what is wanted, touching only what differs: the rest is not drawn again. */
export function become(shown: object, wanted: object): void {
  const to = shown as Tree;
  const from = wanted as Tree;
  if (Array.isArray(to)) to.length = (wanted as unknown[]).length;
  else for (const key of Object.keys(to)) if (!(key in from)) delete to[key];
  for (const [key, next] of Object.entries(from)) {
    const now = to[key];
    if (isTree(now) && isTree(next) && Array.isArray(now) === Array.isArray(next)) become(now, next);
    else if (now !== next) to[key] = isTree(next) ? structuredClone(next) : next;
  }
}

export abstract class BaseStage<
  Scene extends object,
  Event,
  Played extends Batch<Scene, Event> = Batch<Scene, Event>,
> {
  /** What is shown: a copy that events change one by one, made equal to what the server sent after each batch. */
  scene: Scene;
  busy = $state(false);
  /** How much has been shown; log, announcements and bell tell no more than this. */
  shown = $state.raw<Shown>({ version: 0, events: 0 });
  private newest: number;
  private queue: Played[] = [];
  private playing: Played | null = null;
  private hurry = false;
  private ended = false;
  /** Counts the scenes that cut in; what began before one of them is out of date. */
  protected cuts = 0;

  constructor(scene: Scene, version: number) {
    this.scene = $state(structuredClone(scene));
    this.newest = version;
    this.shown = { version, events: 0 };
  }

  /** Shows a scene at once and forgets what was still to be played. */
  show(scene: Scene, version = this.newest): void {
    const overtaken = this.playing ? [this.playing, ...this.queue] : this.queue;
    this.queue = [];
    this.playing = null;
    this.hurry = true;
    this.cuts += 1;
    this.rest();
    become(this.scene, scene);
    this.pass(version);
    this.shown = { version, events: 0 };
    for (const batch of overtaken) batch.onseen?.();
  }

  /** Takes note of a version that changes nothing on the board. */
  pass(version: number): void {
    this.newest = version;
    if (!this.busy) this.shown = { version, events: 0 };
  }

  /** Plays events that lead to a scene, after whatever is still being played. */
  play(batch: Played): void {
    this.newest = batch.version ?? this.newest;
    if (!this.busy && !this.isWorthSeeing(batch.events)) this.finish(batch);
    else {
      this.queue.push(batch);
      if (!this.busy) void this.run();
    }
  }

  /** Jumps to the end of what is being played. */
  skip(): void {
    this.hurry = true;
  }

  /** Stops for good, when the page is left. */
  end(): void {
    this.ended = true;
    this.skip();
  }

  protected get pace(): number {
    return this.hurry || this.ended ? 0 : settings.pace;
  }

  protected abstract playEvent(event: Event, after: Scene): Promise<void>;
  protected abstract isWorthSeeing(events: Event[]): boolean;
  /** Forgets everything that is only there while something moves. */
  protected abstract rest(): void;

  protected settle(batch: Played): void {
    this.rest();
    become(this.scene, batch.after);
  }

  private async run(): Promise<void> {
    this.busy = true;
    for (let batch = this.queue.shift(); batch; batch = this.queue.shift()) {
      this.hurry = false;
      this.playing = batch;
      // A scene shown meanwhile (undo, a reconnect) is newer than this batch.
      if (await this.playBatch(batch)) this.finish(batch);
    }
    this.rest();
    this.busy = false;
    this.pass(this.newest);
  }

  private async playBatch(batch: Played): Promise<boolean> {
    const { cuts } = this;
    for (const [i, event] of batch.events.entries()) {
      this.see(batch, i);
      await this.playEvent(event, batch.after);
      if (this.cuts !== cuts) return false;
    }
    return true;
  }

  /** So many events of a batch have been seen. */
  private see({ version, before = 0 }: Played, count: number): void {
    if (version !== undefined) this.shown = { version: version - 1, events: before + count };
  }

  private finish(batch: Played): void {
    this.playing = null;
    this.settle(batch);
    if (batch.version !== undefined) this.shown = { version: batch.version, events: 0 };
    if (!this.ended) batch.onseen?.();
  }
}
