/** Bots in words. */
import { i18n } from "./i18n/index.svelte";
import type { BotInfo } from "./protocol";

/** What a bot is like, in the language of the page; the server's own words for bots that we have none for. */
export function botText(bot: BotInfo | undefined): string {
  if (!bot) return "";
  const name = bot.bot.replace(":", "-");
  const text = i18n.named("bot-text", name);
  return text === name ? bot.text : text;
}
