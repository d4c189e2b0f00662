/** Hints at a table that gives them: asked with one tap, shown until something else is chosen. */
import { live, type Refusal } from "./live.svelte";
import type { HintedAction } from "./protocol";
import type { Table } from "./table.svelte";

export class Hints {
  asking = $state(false);
  private found = $state.raw<{ draft: string; best: HintedAction[] } | null>(null);

  constructor(private readonly table: Table) {}

  get isOffered(): boolean {
    return !!this.table.state?.hints && !this.table.state.over;
  }

  /** What was answered for what I have put together so far. */
  of(draft: readonly string[]): HintedAction[] {
    return this.found?.draft === draft.join(" ") ? this.found.best : [];
  }

  async ask(draft: string[]): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    try {
      const version = this.table.state?.version ?? 0;
      const answer = await live.ask({ type: "hint", table: this.table.id, version, actions: draft });
      if (answer.type === "hinted") this.found = { draft: draft.join(" "), best: answer.best };
    } catch (error) {
      this.table.slip = (error as Refusal).code;
    } finally {
      this.asking = false;
    }
  }

  clear(): void {
    this.found = null;
  }
}
