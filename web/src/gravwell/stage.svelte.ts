/** Plays Gravwell's events on the track: reveals, pulls with their reasons, moves along the spiral. */
import { sound } from "../lib/sound";
import { BaseStage } from "../lib/stage.svelte";
import { tween, wait } from "../lib/tween";
import { unheard } from "../lib/unheard";
import { GATE } from "./spiral";
import type { GravwellEvent, GravwellView, ShipId } from "./types";
import type { Effect } from "./words";

/** What a ship flew, for an arc on the track. */
export interface Flight {
  ship: ShipId;
  from: number;
  to: number;
}

/** A card that lies face up in this movement, with what became of it. */
export interface Revealed {
  ship: ShipId;
  letter: string;
  reason: Effect | null;
  /** It has taken effect. */
  isDone: boolean;
}

type Move = Extract<GravwellEvent, { event: "move" }>;

/** The ways that events tell of. */
export function flightsOf(events: GravwellEvent[]): Flight[] {
  return events
    .filter((event): event is Move => event.event === "move")
    .map(({ ship, from, to }) => ({ ship, from, to: Math.min(to, GATE) }));
}

export class GravwellStage extends BaseStage<GravwellView, GravwellEvent> {
  /** Ships on their way: where they are drawn instead of their position. */
  moving = $state<Partial<Record<ShipId, number>>>({});
  moment = $state.raw<Effect | null>(null);
  /** The last moves, drawn as arcs until the next movement. */
  trails = $state<Flight[]>([]);
  /** The cards of the movement that was resolved last, with what became of them. */
  resolved = $state<Revealed[]>([]);

  constructor(view: GravwellView, version: number) {
    super(view, version);
    this.lay(view);
  }

  override show(view: GravwellView, version?: number): void {
    super.show(view, version);
    this.lay(view);
  }

  /** Lays out the cards of a movement that is being resolved: somebody who comes in the middle of it sees them too. */
  private lay(view: GravwellView): void {
    const order = view.resolving?.order ?? [];
    this.resolved = order.map(({ ship, letter, done }) => ({ ship, letter, reason: null, isDone: done }));
  }

  /** The letter of the card that takes effect now, or that its owner is asked about. */
  get now(): string | null {
    if (this.moment) return this.moment.letter;
    return this.view.phase === "stop" ? (this.view.resolving?.current ?? null) : null;
  }

  get view(): GravwellView {
    return this.scene;
  }

  // A sealed pick moves nothing: shown at once, so that whoever is choosing is not interrupted.
  protected isWorthSeeing(events: GravwellEvent[]): boolean {
    const quiet: GravwellEvent["event"][] = [
      "pick",
      "round",
      "stack",
      "get",
      "ghost",
      "chaos",
      "round-end",
      "over",
    ];
    return events.some((event) => !quiet.includes(event.event));
  }

  protected rest(): void {
    this.moving = {};
    this.moment = null;
  }

  protected async playEvent(event: GravwellEvent): Promise<void> {
    switch (event.event) {
      case "reveal":
        return this.reveal(event.ship, event.letter);
      case "pull":
      case "tractor":
      case "stop":
      case "idle":
        return this.explain(event);
      case "move":
        return this.travel(event.ship, event.from, Math.min(event.to, GATE));
      case "pass":
        return sound.gate();
      case "take":
        return wait(240 * this.pace);
      case "round":
      case "stack":
      case "get":
      case "pick":
      case "ghost":
      case "chaos":
      case "round-end":
      case "over":
        return;
      default:
        unheard(event);
    }
  }

  private async reveal(ship: ShipId, letter: string): Promise<void> {
    if (this.resolved.every((each) => each.isDone)) {
      this.resolved = [];
      this.trails = [];
    }
    this.resolved.push({ ship, letter, reason: null, isDone: false });
    this.resolved.sort((a, b) => a.letter.localeCompare(b.letter));
    sound.card();
    await wait(260 * this.pace);
  }

  private async explain(event: Effect): Promise<void> {
    const card = this.resolved.find((each) => each.ship === event.ship && each.letter === event.letter);
    if (card) Object.assign(card, { reason: event, isDone: true });
    this.moment = event;
    if (this.pace) sound.pull();
    await wait(900 * this.pace);
  }

  private async travel(ship: ShipId, from: number, to: number): Promise<void> {
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

  private place(id: ShipId, position: number): void {
    const in_singularity = position === 0;
    const ship = this.view.ships.find((each) => each.id === id);
    if (ship) Object.assign(ship, { position, in_singularity, passed: position === GATE });
    const derelict = this.view.derelicts.find((each) => each.id === id);
    if (derelict) Object.assign(derelict, { position: position >= GATE ? null : position, in_singularity });
  }
}
