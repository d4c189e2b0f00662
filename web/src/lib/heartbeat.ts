/**
 * Notices a line that hangs: packets vanish, and nobody says that the connection is closed. Whoever plays is asked for a
 * sign of life every two seconds; without one for two more the line is given up.
 */

const BEAT_MS = 1800;
const IDLE_BEAT_MS = 25000;
const PATIENCE_MS = 2200;

export interface Heart {
  /** Asks the other side for an answer. */
  ping: () => void;
  /** Nothing came back. */
  dead: () => void;
  /** Somebody looks at something that may change at any time. */
  isUrgent: () => boolean;
}

export class Heartbeat {
  private timer = 0;
  private heard = 0;

  constructor(private readonly heart: Heart) {}

  /** Something came: the line lives, and the next beat can wait. */
  hear(): void {
    this.heard = Date.now();
    this.next(this.heart.isUrgent() ? BEAT_MS : IDLE_BEAT_MS, () => this.beat());
  }

  /** Asks now; nothing heard for a moment is too long. Timers stand still while a phone sleeps. */
  beat(): void {
    const asked = Date.now();
    this.heart.ping();
    this.next(PATIENCE_MS, () => {
      if (this.heard < asked) this.heart.dead();
      else this.hear();
    });
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private next(ms: number, what: () => void): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(what, ms);
  }
}
