/**
 * What both games' stages share: events that lead to a view are played one after the other on the view that is
 * shown; then the view that the server sent takes its place. A newer view may cut in at any time.
 */
import type { GameEvent } from "./protocol";
import { settings } from "./settings.svelte";

export interface Batch<View> {
  events: GameEvent[];
  after: View;
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

export abstract class BaseStage<View extends object, Played extends Batch<View> = Batch<View>> {
  view = $state<View>() as View;
  busy = $state(false);
  private queue: Played[] = [];
  private hurry = false;
  private ended = false;
  /** Counts the views that cut in; what began before one of them is out of date. */
  protected cuts = 0;

  constructor(view: View) {
    this.view = structuredClone(view);
  }

  /** Shows a view at once and forgets what was still to be played. */
  show(view: View): void {
    this.queue = [];
    this.hurry = true;
    this.cuts += 1;
    this.rest();
    become(this.view, view);
  }

  /** Plays events that lead to a view, after whatever is still being played. */
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

  protected abstract playEvent(event: GameEvent, after: View): Promise<void>;
  protected abstract isWorthSeeing(events: GameEvent[]): boolean;
  /** Forgets everything that is only there while something moves. */
  protected abstract rest(): void;

  protected settle(batch: Played): void {
    this.rest();
    become(this.view, batch.after);
  }

  private async run(): Promise<void> {
    this.busy = true;
    for (let batch = this.queue.shift(); batch; batch = this.queue.shift()) {
      this.hurry = false;
      // A view shown meanwhile (undo, a reconnect) is newer than this batch.
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
