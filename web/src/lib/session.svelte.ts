/** Who plays in this browser. A guest is made on the first need, under a name that can be changed. */
import { api } from "./api";
import { ADAPTING } from "./bots";
import { live } from "./live.svelte";
import type { BotInfo, GameInfo, Person } from "./protocol";

const FIRST = ["Comet", "Nova", "Pulsar", "Lyra", "Orion", "Vega", "Rigel", "Mira", "Halley", "Juno"];

export function randomName(random: () => number = Math.random): string {
  const name = FIRST[Math.floor(random() * FIRST.length)] as string;
  return `${name} ${10 + Math.floor(random() * 90)}`;
}

class Session {
  person = $state<Person | null>(null);
  known = $state(false);
  games = $state<GameInfo[]>([]);

  async load(): Promise<void> {
    const [me, games] = await Promise.all([api.me(), api.games()]);
    this.person = me.person;
    this.games = games;
    this.known = true;
  }

  /** Makes sure that there is somebody to sit down. */
  async ensure(): Promise<Person> {
    if (!this.known) await this.load();
    if (!this.person) await this.rename(randomName());
    return this.person as Person;
  }

  async rename(name: string): Promise<void> {
    const wasNobody = !this.person;
    this.person = await api.guest(name);
    if (wasNobody) live.reconnect();
  }

  become(person: Person | null): void {
    this.person = person;
    live.reconnect();
  }

  /** The bots that people play against: levels, weakest first. The plain kinds are for studies. */
  levels(name: string): BotInfo[] {
    const bots = this.game(name)?.bots ?? [];
    const levels = bots.filter((bot) => bot.bot.startsWith("level:"));
    return levels.length ? levels : bots;
  }

  /** The same, and the bot that adapts to people, which is no level. */
  opponents(name: string): BotInfo[] {
    return [...this.levels(name), ...(this.game(name)?.bots.filter((bot) => bot.bot === ADAPTING) ?? [])];
  }

  game(name: string): GameInfo | undefined {
    return this.games.find((game) => game.name === name);
  }
}

export const session = new Session();
