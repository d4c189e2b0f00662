/** Plays Gravwell's events on the track: reveals, pulls with their reasons, moves along the spiral. */
import type { GameEvent } from "../lib/protocol";
import { sound } from "../lib/sound";
import { BaseStage } from "../lib/stage.svelte";
import { tween, wait } from "../lib/tween";
import { GATE } from "./spiral";
import type { GravwellView } from "./types";

/** Kinds of events that there is something to see of. */
const SEEN = new Set(["reveal", "pull", "tractor", "stop", "idle", "move", "pass", "take"]);

export class GravwellStage extends BaseStage<GravwellView> {
  /** Ships on their way: where they are drawn instead of their position. */
  moving = $state<Record<string, number>>({});
  moment = $state.raw<GameEvent | null>(null);
  /** The last moves, drawn as arcs until the next movement. */
  trails = $state<{ ship: string; from: number; to: number }[]>([]);
  /** The cards of the movement that was resolved last, with what became of them. */
  resolved = $state<{ ship: string; letter: string; reason: GameEvent | null }[]>([]);

  // A sealed pick moves nothing: shown at once, so that whoever is choosing is not interrupted.
  protected isWorthSeeing(events: GameEvent[]): boolean {
    return events.some((event) => SEEN.has(event.event));
  }

  protected rest(): void {
    this.moving = {};
    this.moment = null;
  }

  protected async playEvent(event: GameEvent): Promise<void> {
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
    const { cuts } = this;
    await tween(ms, (t) => {
      this.moving[ship] = from + (to - from) * (t * t * (3 - 2 * t));
    });
    if (cuts !== this.cuts) return;
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
