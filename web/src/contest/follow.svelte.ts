/** One contest, as the server tells it: asked for once, then heard of whenever it changes. */
import { api } from "../lib/api";
import { live } from "../lib/live.svelte";
import { problemText } from "../lib/problems";
import type { ContestInfo } from "../lib/protocol";

export class Contest {
  info = $state.raw<ContestInfo | null>(null);
  problem = $state("");
  private stops: (() => void)[] = [];

  constructor(readonly id: string) {}

  async start(): Promise<void> {
    this.stops.push(
      live.listen((message) => {
        if (message.type === "contest" && message.contest.id === this.id) this.info = message.contest;
      }),
      live.followContest(this.id),
    );
    try {
      this.info ??= await api.contest(this.id);
    } catch (error) {
      this.problem = problemText(error);
    }
  }

  stop(): void {
    for (const stop of this.stops.splice(0)) stop();
  }
}
