/** It is your turn: said by title, favicon, a bell and, if allowed, a notification. */
import { t } from "./i18n/index.svelte";
import { settings } from "./settings.svelte";
import { sound } from "./sound";

const CALM = "/favicon.svg";
const CALLING = "/favicon-turn.svg";
let isCalling = false;
let plainTitle = "";

export function callAttention(mine: boolean): void {
  if (mine === isCalling) return;
  isCalling = mine;
  document.getElementById("favicon")?.setAttribute("href", mine ? CALLING : CALM);
  if (mine) {
    plainTitle = document.title;
    document.title = `● ${t("game.your-turn")}`;
    sound.turn();
    notify();
  } else if (plainTitle) document.title = plainTitle;
}

function notify(): void {
  if (!settings.current.notify || !document.hidden || typeof Notification === "undefined") return;
  if (Notification.permission === "granted") {
    const note = new Notification("Gravitable", { body: t("game.your-turn"), icon: CALLING, tag: "turn" });
    note.onclick = () => window.focus();
  }
}
