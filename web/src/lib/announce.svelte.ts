/** What a screen reader should say. Two regions, so that the same words twice are said twice. */

class Announcer {
  text = $state("");
  other = $state("");
  private even = false;

  say(words: string): void {
    this.even = !this.even;
    this.text = this.even ? words : "";
    this.other = this.even ? "" : words;
  }
}

export const announcer = new Announcer();
