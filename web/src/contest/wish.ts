/** What the host of a contest chooses beside what any table has. */
export interface ContestWish {
  people: number;
  bot: string;
  hours: number;
}

export const usualWish = (): ContestWish => ({ people: 9, bot: "level:2", hours: 24 });

/** The bots on the seats that people do not take: the last ones. */
export function botsFor(wish: ContestWish, seats: number): { seat: number; bot: string }[] {
  const people = Math.min(wish.people, seats);
  return Array.from({ length: seats - people }, (_, i) => ({ seat: people + i, bot: wish.bot }));
}
