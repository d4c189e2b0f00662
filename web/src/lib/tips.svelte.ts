/** Quiet tips in somebody's first game: each once, when it matters; one tap switches all of them off. */
import { type Key, type Params, t } from "./i18n/index.svelte";
import { progress } from "./progress.svelte";
import { settings } from "./settings.svelte";
import type { Table } from "./table.svelte";

/** A tip: its name, and what it says. */
export interface Tip {
  name: string;
  text: string;
}

export class Tips {
  private readonly isFirst: boolean;

  constructor(game: string, table: Table) {
    this.isFirst = !table.guide && table.seat !== null && progress.isFirstGame(game, table.id);
  }

  /** The first of the tips for this moment that was not given before. */
  pick(moments: Record<string, boolean>, params: Params = {}): Tip | null {
    if (!this.isFirst || !settings.current.tips) return null;
    const name = Object.keys(moments).find((tip) => moments[tip] && !progress.hasSeen(tip));
    return name ? { name, text: t(`tip.${name}` as Key, params) } : null;
  }
}
