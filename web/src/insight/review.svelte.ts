/** A review as this page follows it: asked for, waited for, shown while it grows, cancelled. */
import { api } from "../lib/api";
import { problemText } from "../lib/problems";
import type { Decision, Review, ReviewAnswer } from "../lib/protocol";
import { session } from "../lib/session.svelte";

const POLL_MS = 600;

/** The decisions with a verdict of their own, the most expensive first. */
export function keyMoments(review: Review | null): Decision[] {
  const told =
    review?.decisions.filter(({ verdict }) => verdict !== "none" && verdict !== "cannot-tell") ?? [];
  return [...told].sort((a, b) => b.loss - a.loss);
}

export class ReviewWatch {
  status = $state<ReviewAnswer["status"] | "asking">("asking");
  review = $state.raw<Review | null>(null);
  position = $state(0);
  done = $state(0);
  total = $state(0);
  mine = $state(false);
  problem = $state("");
  private timer = 0;
  private isOver = false;

  constructor(private readonly id: string) {}

  /** Shows what is there, and asks for what is not. */
  async start(): Promise<void> {
    await this.attempt(async () => {
      this.take(await api.review(this.id));
      if (this.status === "none" || this.status === "failed") await this.ask();
    });
  }

  async ask(): Promise<void> {
    await this.attempt(async () => {
      await session.ensure();
      this.take(await api.askReview(this.id));
    });
  }

  async cancel(): Promise<void> {
    await this.attempt(async () => this.take(await api.cancelReview(this.id)));
  }

  stop(): void {
    this.isOver = true;
    clearTimeout(this.timer);
  }

  private async attempt(work: () => Promise<void>): Promise<void> {
    this.problem = "";
    try {
      await work();
    } catch (error) {
      this.problem = problemText(error);
    }
  }

  private take(answer: ReviewAnswer): void {
    this.status = answer.status;
    this.position = answer.position;
    this.done = answer.done;
    this.total = answer.total;
    this.mine = answer.mine;
    if (answer.review) this.review = answer.review;
    else if (answer.status === "none") this.review = null;
    clearTimeout(this.timer);
    const goesOn = answer.status === "waiting" || answer.status === "running";
    if (goesOn && !this.isOver) this.timer = window.setTimeout(() => this.poll(), POLL_MS);
  }

  private async poll(): Promise<void> {
    try {
      this.take(await api.review(this.id, this.done));
      // A server that was stopped meanwhile may have dropped it.
      this.problem = "";
    } catch (error) {
      this.problem = problemText(error);
      if (!this.isOver) this.timer = window.setTimeout(() => this.poll(), 4 * POLL_MS);
    }
  }
}
