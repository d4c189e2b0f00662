/**
 * What both games' stages share: events that lead to a scene are played one after the other on the scene that is
 * shown; then the one that the server sent takes its place. A newer scene may cut in at any time.
 */
import { settings } from "./settings.svelte";

export interface Batch<Scene, Event> {
  events: Event[];
  after: Scene;
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
  /** What is shown: a copy that events change one by one, made equal to the server's word after each batch. */
  scene: Scene;
  busy = $state(false);
  private queue: Played[] = [];
  private hurry = false;
  private ended = false;
  /** Counts the scenes that cut in; what began before one of them is out of date. */
  protected cuts = 0;

  constructor(scene: Scene) {
    this.scene = $state(structuredClone(scene));
  }

  /** Shows a scene at once and forgets what was still to be played. */
  show(scene: Scene): void {
    this.queue = [];
    this.hurry = true;
    this.cuts += 1;
    this.rest();
    become(this.scene, scene);
  }

  /** Plays events that lead to a scene, after whatever is still being played. */
  play(batch: Played): void {
    if (!this.busy && !this.isWorthSeeing(batch.events)) this.settle(batch);
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
      // A scene shown meanwhile (undo, a reconnect) is newer than this batch.
      if (await this.playBatch(batch)) this.settle(batch);
    }
    this.rest();
    this.busy = false;
  }

  private async playBatch({ events, after }: Played): Promise<boolean> {
    const before = this.cuts;
    for (const event of events) {
      await this.playEvent(event, after);
      if (this.cuts !== before) return false;
    }
    return true;
  }
}
