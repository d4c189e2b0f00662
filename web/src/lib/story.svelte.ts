/** Stepping back through what happened, while the game goes on. */
import type { Chapter } from "./chapters";
import type { Table } from "./table.svelte";

export class Story {
  /** Place in the chapters that is looked at; null is now. */
  index = $state<number | null>(null);

  constructor(private readonly table: Table) {}

  get chapter(): Chapter | null {
    return this.index === null ? null : (this.table.chapters[this.index] ?? null);
  }

  get length(): number {
    return this.table.chapters.length;
  }

  go(index: number): void {
    this.index = index >= this.length - 1 ? null : Math.max(0, index);
  }

  back(): void {
    void this.table.loadHistory();
    if (this.length > 1) this.go((this.index ?? this.length - 1) - 1);
  }

  forward(): void {
    if (this.index !== null) this.go(this.index + 1);
  }

  now(): void {
    this.index = null;
  }
}
