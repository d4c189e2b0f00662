/** Bots in words. */
import { i18n } from "./i18n/index.svelte";
import type { BotInfo } from "./protocol";

/** A bot in a list of levels: its number, its face and its name. */
export function botLabel(bot: BotInfo, index: number): string {
  return `${index + 1} · ${bot.face} ${bot.title}`;
}

/** What a bot is like, in the language of the page; the server's own words for bots that we have none for. */
export function botText(bot: BotInfo | undefined): string {
  if (!bot) return "";
  const name = bot.bot.replace(":", "-");
  const text = i18n.named("bot-text", name);
  return text === name ? bot.text : text;
}
