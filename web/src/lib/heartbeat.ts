/**
 * Notices a connection that hangs: packets are lost, and nothing says that it is closed. While somebody plays, the server
 * is asked for an answer every two seconds; when none comes within two more, the connection is given up.
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

  /** Something came, so the connection works, and the next question can wait. */
  hear(): void {
    this.heard = Date.now();
    this.next(this.heart.isUrgent() ? BEAT_MS : IDLE_BEAT_MS, () => this.beat());
  }

  /** Asks now, and gives up when nothing comes soon. Timers stand still while a phone sleeps. */
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
