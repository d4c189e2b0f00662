/** Plays events on the board, one after the other: steps, falls, landings, ejections, turning tiles. */
import { sound } from "../lib/sound";
import { BaseStage, type Batch } from "../lib/stage.svelte";
import { tween, wait } from "../lib/tween";
import { unheard } from "../lib/unheard";
import { fly } from "./fly";
import { CELL, feetTurn, stepVector } from "./geometry";
import { applyEvent } from "./scene";
import { isTravel, trailsOf } from "./trails";
import type { Direction, Scene, SuperstarBoard, SuperstarEvent, SuperstarView } from "./types";

/** How a pawn is drawn besides its place: shifted, turned, squashed. */
export interface Pose {
  dx: number;
  dy: number;
  turn: number;
  squash: number;
  opacity: number;
}

export interface Trail {
  seat: number;
  spaces: string[];
}

interface Played extends Batch<Scene, SuperstarEvent> {
  /** The events do not lead all the way to the scene after them: only this seat's cards are taken from it. */
  onlyCardsOf?: number;
}

const REST: Pose = { dx: 0, dy: 0, turn: 0, squash: 0, opacity: 1 };
const STEP_MS = 110;
const FALL_MS = [130, 100, 80];
const LONG_FALL_MS = 66;

export class Stage extends BaseStage<Scene, SuperstarEvent, Played> {
  poses = $state<Record<number, Pose>>({});
  trails = $state<Trail[]>([]);
  turningTile = $state<{ place: number; degrees: number } | null>(null);
  private fallen = 0;

  get view(): SuperstarView {
    return this.scene.view;
  }

  get board(): SuperstarBoard {
    return this.scene.board;
  }

  /** Shows a scene at once, with the way that a seat has gone by these events and no other. */
  rewind(scene: Scene, seat: number | null, events: SuperstarEvent[]): void {
    const others = this.trails.filter((trail) => trail.seat !== seat);
    const start = this.trails.find((trail) => trail.seat === seat)?.spaces[0];
    const own = trailsOf(events, undefined).filter((trail) => trail.seat === seat);
    this.show(scene);
    for (const { spaces } of own) if (start && spaces[0] !== start) spaces.unshift(start);
    this.trails = [...others, ...own];
  }

  protected isWorthSeeing(events: SuperstarEvent[]): boolean {
    return events.length > 0;
  }

  protected rest(): void {
    this.poses = {};
    this.turningTile = null;
  }

  protected override settle(batch: Played): void {
    if (batch.onlyCardsOf === undefined) {
      super.settle(batch);
      return;
    }
    this.rest();
    const shown = this.view.seats[batch.onlyCardsOf];
    const told = batch.after.view.seats[batch.onlyCardsOf];
    if (!shown || !told) return;
    const { hand, hand_count, face_up, face_down, face_down_count, goodies } = structuredClone(told);
    Object.assign(shown, { hand, hand_count, face_up, face_down, face_down_count, goodies });
  }

  protected async playEvent(event: SuperstarEvent, after: Scene): Promise<void> {
    const isSlow = this.pace > 0;
    const { cuts } = this;
    if (isSlow) await this.before(event);
    if (cuts !== this.cuts) return;
    this.note(event);
    applyEvent(this.scene, event, after.board);
    if (isSlow) await this.afterwards(event);
  }

  /** Keeps the way of a pawn as a trail. */
  private note(event: SuperstarEvent): void {
    if (event.event === "turn" || event.event === "enter") {
      this.trails = this.trails.filter((trail) => trail.seat !== event.seat);
    }
    if (!isTravel(event)) return;
    const { seat, space } = event;
    const trail = this.trails.find((each) => each.seat === seat);
    const from = this.view.pawns[seat]?.space;
    if (trail) trail.spaces.push(space);
    else this.trails.push({ seat, spaces: [...(from ? [from] : []), space] });
  }

  private pose(seat: number): Pose {
    const pose = this.poses[seat];
    if (pose) return pose;
    this.poses[seat] = { ...REST };
    return this.pose(seat);
  }

  /** What is seen before the scene changes: the way to where the event leads. */
  private async before(event: SuperstarEvent): Promise<void> {
    switch (event.event) {
      case "step":
        sound.step();
        return this.glide(event.seat, event.space, STEP_MS, false);
      case "fall":
        return this.fall(event.seat, event.space);
      case "rotate":
        return this.turnPawn(event.seat, event.feet);
      case "eject":
        return this.tumble(event.seat);
      case "turn-tile":
        return this.turnTile(event.place, event.quarters);
      case "teleport":
        return this.fade(event.seat, 0);
      case "star":
        sound.star(event.colour);
        return fly(event.space, event.seat, `star-${event.colour}`);
      case "token":
        sound.token();
        return fly(event.space, event.seat, "replay");
      case "turn":
      case "enter":
      case "card":
      case "pass":
      case "refresh":
      case "complete":
      case "land":
      case "carried":
      case "open-door":
      case "steal":
      case "replay":
      case "last-round":
      case "round-end":
      case "over":
        return;
      default:
        unheard(event);
    }
  }

  /** What is seen once the scene has changed. */
  private async afterwards(event: SuperstarEvent): Promise<void> {
    if (event.event === "land") await this.land(event.seat, event.fallen);
    else if (event.event === "enter" || event.event === "teleport") await this.fade(event.seat, 1);
    else if (event.event === "card" || event.event === "complete") await wait(220 * this.pace);
    else if (event.event === "steal") {
      sound.star(event.what);
      await wait(350 * this.pace);
    } else if (event.event === "turn") await wait(160 * this.pace);
  }

  private async fall(seat: number, to: string): Promise<void> {
    const ms = FALL_MS[this.fallen] ?? LONG_FALL_MS;
    if (this.fallen === 0) sound.fall();
    this.fallen += 1;
    await this.glide(seat, to, ms, true);
  }

  private async glide(seat: number, to: string, ms: number, falling: boolean): Promise<void> {
    const from = this.view.pawns[seat]?.space;
    if (!from) return;
    const { columns, rows } = this.board;
    const by = stepVector(from, to, columns, rows);
    const pose = this.pose(seat);
    await tween(ms * this.pace, (t) => {
      const eased = falling ? t : t * t * (3 - 2 * t);
      pose.dx = by.x * CELL * eased;
      pose.dy = by.y * CELL * eased;
    });
    pose.dx = 0;
    pose.dy = 0;
  }

  private async land(seat: number, fallen: number): Promise<void> {
    this.fallen = 0;
    if (!fallen) return;
    sound.land();
    const pose = this.pose(seat);
    await tween(130 * this.pace, (t) => {
      pose.squash = Math.sin(Math.PI * t) * 0.22;
    });
    pose.squash = 0;
  }

  private async turnPawn(seat: number, feet: Direction): Promise<void> {
    const from = feetTurn(this.view.pawns[seat]?.feet ?? null);
    let by = (feetTurn(feet) - from + 360) % 360;
    if (by > 180) by -= 360;
    const pose = this.pose(seat);
    await tween(220 * this.pace, (t) => {
      pose.turn = by * t;
    });
    pose.turn = 0;
  }

  private async tumble(seat: number): Promise<void> {
    sound.eject();
    const pose = this.pose(seat);
    await tween(420 * this.pace, (t) => {
      pose.turn = 620 * t;
      pose.dx = 70 * t;
      pose.dy = -120 * t + 150 * t * t;
      pose.opacity = 1 - t;
    });
    this.poses[seat] = { ...REST };
  }

  private async fade(seat: number, to: number): Promise<void> {
    const pose = this.pose(seat);
    await tween(180 * this.pace, (t) => {
      pose.opacity = to ? t : 1 - t;
    });
    pose.opacity = to;
  }

  private async turnTile(place: number, quarters: number): Promise<void> {
    const degrees = quarters === 3 ? -90 : 90 * quarters;
    sound.step();
    await tween(500 * this.pace, (t) => {
      this.turningTile = { place, degrees: degrees * t * t * (3 - 2 * t) };
    });
    this.turningTile = null;
  }
}
