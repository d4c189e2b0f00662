/** What a screen reader should say. Two regions, so that the same words twice are said twice. */

class Announcer {
  text = $state("");
  other = $state("");
  private even = false;
  private pending: string[] = [];

  /** Says words; what comes at the same moment is said together, so that nothing drowns. */
  say(words: string): void {
    this.pending.push(words);
    if (this.pending.length === 1) setTimeout(() => this.flush(), 0);
  }

  private flush(): void {
    const words = this.pending.splice(0).join(" ");
    this.even = !this.even;
    this.text = this.even ? words : "";
    this.other = this.even ? "" : words;
  }
}

export const announcer = new Announcer();
