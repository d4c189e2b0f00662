/** What a screen reader should say. */

const KEPT = 10;

class Announcer {
  /**
   * The newest lines, each an element of its own: the same words twice are said twice, and a line that another one
   * follows at once stays long enough to be said.
   */
  lines = $state<{ key: number; words: string }[]>([]);
  private said = 0;
  private pending: string[] = [];

  /** Says words; what comes at the same moment is said together, so that nothing is lost. */
  say(words: string): void {
    this.pending.push(words);
    if (this.pending.length === 1) setTimeout(() => this.flush(), 0);
  }

  private flush(): void {
    const words = this.pending.splice(0).join(" ");
    this.lines = [...this.lines, { key: this.said++, words }].slice(-KEPT);
  }
}

export const announcer = new Announcer();
