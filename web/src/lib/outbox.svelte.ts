/**
 * What was tapped or written and has not shown its effect yet. It stays here until it has, and goes out again when the
 * connection is back: the server takes each of these once, however often it comes.
 */
import { live } from "./live.svelte";
import type { ChatLine, ClientMessage, StateMessage } from "./protocol";

/** What somebody does beside playing. */
export type Wish = Extract<
  ClientMessage,
  { type: "resign" | "pause" | "resume" | "away" | "back" | "stand-in" }
>;

interface Words {
  text: string;
  /** The newest line that was there before. */
  after: number;
}

export class Outbox {
  private wishes = new Map<string, Wish>();
  private refs = 0;
  /** Lines of chat on their way. */
  unsaid = $state.raw<Words[]>([]);
  private isLost = false;

  constructor(private readonly table: string) {}

  wish(wish: Wish): void {
    const ref = `w${++this.refs}`;
    this.wishes.set(ref, wish);
    live.send({ ...wish, ref });
  }

  say(text: string, after: number): void {
    this.unsaid = [...this.unsaid, { text, after }];
    live.send({ type: "chat", table: this.table, text });
  }

  /** The connection is back. Which words arrived is known only when the chat has been told again. */
  again(): void {
    for (const [ref, wish] of this.wishes) live.send({ ...wish, ref });
    this.isLost = true;
  }

  heardChat(lines: ChatLine[], me: number | null): void {
    const arrived = (words: Words) =>
      lines.some((line) => line.person === me && line.id > words.after && line.text === words.text);
    this.unsaid = this.unsaid.filter((words) => !arrived(words));
    if (this.isLost) for (const { text } of this.unsaid) live.send({ type: "chat", table: this.table, text });
    this.isLost = false;
  }

  heardState(state: StateMessage): void {
    for (const [ref, wish] of this.wishes) {
      const kind = wish.type === "stand-in" ? "away" : wish.type;
      const seat = wish.type === "stand-in" ? wish.seat : state.seat;
      if (state.groups.some((group) => group.kind === kind && group.seat === seat)) this.wishes.delete(ref);
    }
  }

  /** The server has answered: done before, or refused. */
  settle(ref: string | null | undefined): boolean {
    return !!ref && this.wishes.delete(ref);
  }

  /** Words that the server will not take are not sent again. */
  drop(): void {
    this.unsaid = [];
  }
}
