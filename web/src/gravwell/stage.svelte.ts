/** Plays Gravwell's events on the track: reveals, pulls with their reasons, moves along the spiral. */
import { settings } from "../lib/settings.svelte";
import { sound } from "../lib/sound";
import { tween, wait } from "../lib/tween";
import type { GameEvent } from "../superstar/scene";
import { GATE } from "./spiral";
import type { GravwellView } from "./types";

export interface Batch {
  events: GameEvent[];
  after: GravwellView;
}

/** What is being resolved, for the banner above the track. */
export interface Moment {
  event: GameEvent;
}

/** Kinds of events that there is something to see of. */
const SEEN = new Set(["reveal", "pull", "tractor", "stop", "idle", "move", "pass", "take"]);

export class GravwellStage {
  view = $state<GravwellView>() as GravwellView;
  /** Ships on their way: where they are drawn instead of their position. */
  moving = $state<Record<string, number>>({});
  moment = $state.raw<GameEvent | null>(null);
  /** The last moves, drawn as arcs until the next movement. */
  trails = $state<{ ship: string; from: number; to: number }[]>([]);
  /** The cards of the movement that was resolved last, with what became of them. */
  resolved = $state<{ ship: string; letter: string; reason: GameEvent | null }[]>([]);
  busy = $state(false);
  private queue: Batch[] = [];
  private hurry = false;
  private ended = false;

  constructor(view: GravwellView) {
    this.view = structuredClone(view);
  }

  show(view: GravwellView): void {
    this.queue = [];
    this.hurry = true;
    this.moving = {};
    this.moment = null;
    this.view = structuredClone(view);
  }

  play(batch: Batch): void {
    // A sealed pick moves nothing: shown at once, so that whoever is choosing is not interrupted.
    if (!this.busy && !batch.events.some((event) => SEEN.has(event.event))) {
      this.view = structuredClone(batch.after);
      return;
    }
    this.queue.push(batch);
    if (!this.busy) void this.run();
  }

  skip(): void {
    this.hurry = true;
  }

  end(): void {
    this.ended = true;
    this.skip();
  }

  private get pace(): number {
    return this.hurry || this.ended ? 0 : settings.pace;
  }

  private async run(): Promise<void> {
    this.busy = true;
    for (let batch = this.queue.shift(); batch; batch = this.queue.shift()) {
      this.hurry = false;
      const scene = this.view;
      for (const event of batch.events) {
        if (this.view !== scene) break;
        await this.playEvent(event);
      }
      if (this.view === scene) {
        this.moving = {};
        this.view = structuredClone(batch.after);
      }
    }
    this.moment = null;
    this.busy = false;
  }

  private async playEvent(event: GameEvent): Promise<void> {
    const ship = String(event.ship ?? "");
    if (event.event === "reveal") {
      const isFirst = this.resolved.every((each) => each.reason !== null) || this.resolved.length === 0;
      if (isFirst) {
        this.resolved = [];
        this.trails = [];
      }
      this.resolved.push({ ship, letter: String(event.letter), reason: null });
      this.resolved.sort((a, b) => a.letter.localeCompare(b.letter));
      sound.card();
      await wait(260 * this.pace);
    } else if (["pull", "tractor", "stop", "idle"].includes(event.event)) await this.explain(event, ship);
    else if (event.event === "move") await this.travel(event, ship);
    else if (event.event === "pass") sound.gate();
    else if (event.event === "take") await wait(240 * this.pace);
  }

  private async explain(event: GameEvent, ship: string): Promise<void> {
    const card = this.resolved.find((each) => each.ship === ship && each.letter === event.letter);
    if (card) card.reason = event;
    this.moment = event;
    if (this.pace) sound.pull();
    await wait(900 * this.pace);
  }

  private async travel(event: GameEvent, ship: string): Promise<void> {
    const from = Number(event.from);
    const to = Math.min(Number(event.to), GATE);
    this.trails.push({ ship, from, to });
    const ms = (200 + 55 * Math.abs(to - from)) * this.pace;
    await tween(ms, (t) => {
      this.moving[ship] = from + (to - from) * (t * t * (3 - 2 * t));
    });
    this.place(ship, to);
    delete this.moving[ship];
    await wait(160 * this.pace);
  }

  private place(id: string, position: number): void {
    const ship = this.view.ships.find((each) => each.id === id);
    if (ship) Object.assign(ship, { position, in_singularity: position === 0, passed: position === GATE });
    const derelict = this.view.derelicts.find((each) => each.id === id);
    if (derelict)
      Object.assign(derelict, {
        position: position >= GATE ? null : position,
        in_singularity: position === 0,
      });
  }
}
