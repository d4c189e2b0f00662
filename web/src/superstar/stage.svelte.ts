/** Plays events on the board, one after the other: steps, falls, landings, ejections, turning tiles. */
import type { GameEvent } from "../lib/protocol";
import { sound } from "../lib/sound";
import { BaseStage, type Batch } from "../lib/stage.svelte";
import { tween, wait } from "../lib/tween";
import { fly } from "./fly";
import { CELL, feetTurn, stepVector } from "./geometry";
import { applyEvent } from "./scene";
import type { Direction, Reserve, SuperstarView } from "./types";

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

interface Played extends Batch<SuperstarView> {
  /** The events stop short of the view after them: only this seat's cards are taken from there. */
  onlyCardsOf?: number;
}

const REST: Pose = { dx: 0, dy: 0, turn: 0, squash: 0, opacity: 1 };
const STEP_MS = 110;
const FALL_MS = [130, 100, 80, 66];

export class Stage extends BaseStage<SuperstarView, Played> {
  poses = $state<Record<number, Pose>>({});
  trails = $state<Trail[]>([]);
  turningTile = $state<{ place: number; degrees: number } | null>(null);
  private fallen = 0;

  protected isWorthSeeing(events: GameEvent[]): boolean {
    return events.length > 0;
  }

  protected rest(): void {
    this.poses = {};
    this.turningTile = null;
  }

  protected override settle(batch: Played): void {
    const { after, onlyCardsOf: seat } = batch;
    if (seat === undefined) {
      super.settle(batch);
      return;
    }
    this.rest();
    const { hand, hand_count, face_up, face_down, face_down_count, goodies } = structuredClone(after).seats[
      seat
    ] as Reserve;
    Object.assign(this.view.seats[seat] as Reserve, {
      hand,
      hand_count,
      face_up,
      face_down,
      face_down_count,
      goodies,
    });
  }

  protected async playEvent(event: GameEvent, after: SuperstarView): Promise<void> {
    const seat = event.seat ?? -1;
    if (this.pace === 0) {
      this.note(event, seat);
      applyEvent(this.view, event, after);
      return;
    }
    const { cuts } = this;
    await this.before(event, seat);
    if (cuts !== this.cuts) return;
    this.note(event, seat);
    applyEvent(this.view, event, after);
    await this.afterwards(event, seat);
  }

  /** Keeps the way of a pawn as a trail. */
  private note(event: GameEvent, seat: number): void {
    if (event.event === "turn" || event.event === "enter") {
      this.trails = this.trails.filter((trail) => trail.seat !== seat);
    }
    if (["enter", "step", "fall", "teleport"].includes(event.event)) {
      const trail = this.trails.find((t) => t.seat === seat);
      const from = this.view.pawns[seat]?.space;
      if (trail) trail.spaces.push(event.space as string);
      else this.trails.push({ seat, spaces: [...(from ? [from] : []), event.space as string] });
    }
  }

  private pose(seat: number): Pose {
    this.poses[seat] ??= { ...REST };
    return this.poses[seat] as Pose;
  }

  private async before(event: GameEvent, seat: number): Promise<void> {
    if (event.event === "step") await this.glide(event, seat, STEP_MS, false);
    else if (event.event === "fall") {
      const ms = FALL_MS[Math.min(this.fallen, FALL_MS.length - 1)] as number;
      if (this.fallen === 0) sound.fall();
      this.fallen += 1;
      await this.glide(event, seat, ms, true);
    } else if (event.event === "rotate") await this.turnPawn(event, seat);
    else if (event.event === "eject") await this.tumble(seat);
    else if (event.event === "turn-tile") await this.turnTile(event);
    else if (event.event === "teleport") await this.fade(seat, 0);
    else if (event.event === "star") this.takeStar(event, seat);
    else if (event.event === "token") {
      sound.token();
      fly(event.space as string, seat, "replay");
    }
  }

  private async afterwards(event: GameEvent, seat: number): Promise<void> {
    if (event.event === "land") await this.land(event, seat);
    else if (event.event === "enter" || event.event === "teleport") await this.fade(seat, 1);
    else if (event.event === "card" || event.event === "complete") await wait(220 * this.pace);
    else if (event.event === "steal") {
      sound.star(String(event.what));
      await wait(350 * this.pace);
    } else if (event.event === "turn") await wait(160 * this.pace);
  }

  private async glide(event: GameEvent, seat: number, ms: number, falling: boolean): Promise<void> {
    const from = this.view.pawns[seat]?.space;
    if (!from) return;
    const { columns, rows } = this.view;
    const by = stepVector(from, event.space as string, columns, rows);
    const pose = this.pose(seat);
    if (!falling) sound.step();
    await tween(ms * this.pace, (t) => {
      const eased = falling ? t : t * t * (3 - 2 * t);
      pose.dx = by.x * CELL * eased;
      pose.dy = by.y * CELL * eased;
    });
    pose.dx = 0;
    pose.dy = 0;
  }

  private async land(event: GameEvent, seat: number): Promise<void> {
    this.fallen = 0;
    if (!Number(event.fallen)) return;
    sound.land();
    const pose = this.pose(seat);
    await tween(130 * this.pace, (t) => {
      pose.squash = Math.sin(Math.PI * t) * 0.22;
    });
    pose.squash = 0;
  }

  private async turnPawn(event: GameEvent, seat: number): Promise<void> {
    const from = feetTurn(this.view.pawns[seat]?.feet ?? null);
    let by = (feetTurn(event.feet as Direction) - from + 360) % 360;
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

  private async turnTile(event: GameEvent): Promise<void> {
    const quarters = Number(event.quarters);
    const degrees = quarters === 3 ? -90 : 90 * quarters;
    sound.step();
    await tween(500 * this.pace, (t) => {
      this.turningTile = { place: Number(event.place), degrees: degrees * t * t * (3 - 2 * t) };
    });
    this.turningTile = null;
  }

  private takeStar(event: GameEvent, seat: number): void {
    sound.star(String(event.colour));
    fly(event.space as string, seat, `star-${String(event.colour)}`);
  }
}
