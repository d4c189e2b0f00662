/**
 * Focus follows play: when what had the focus is gone, it moves to what can be done next, so that a game can be played
 * without looking for it. Only for people who use the keyboard: a tap is never followed by a jump.
 */

import { tick } from "svelte";

/** What can be done next, the most pressing first. */
const NEXT = [
  ".finish :is(.primary:enabled, a.primary)",
  ".chip.active",
  "[data-seal]:enabled",
  "[data-card]:enabled",
  ".chip",
  "[data-action]:enabled",
  "[data-fuel]:enabled",
];
/** A card that was just chosen hands the focus on to what it can do. */
const CHOSEN = "[data-card][aria-pressed=true], [data-fuel][aria-pressed=true]";

let isByKeys = false;

export function noticeKeys(): void {
  addEventListener("keydown", () => (isByKeys = true), true);
  addEventListener("pointerdown", () => (isByKeys = false), true);
}

/** Puts the focus on a heading: nothing to press, but the place from which reading and tabbing go on. */
export function focusHeading(inside: ParentNode): void {
  const heading = inside.querySelector("h1");
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** When what had the focus is gone with what it was about, reading goes on at the heading. */
export async function rescueFocus(): Promise<void> {
  await tick();
  if (isByKeys && document.activeElement === document.body) focusHeading(document);
}

function isFree(at: Element | null): boolean {
  return !at || at === document.body || at.tagName === "H1" || at.matches(CHOSEN);
}

/** Moves on to what a key has just offered, wherever the focus was. */
export async function moveOn(): Promise<void> {
  await tick();
  document.querySelector<HTMLElement>(".controls .chip.active, .bar [data-seal]:enabled")?.focus();
}

/** Follows what is offered inside a game; the returned function ends it. */
export function followPlay(game: HTMLElement): () => void {
  const look = () => {
    if (!isByKeys || !isFree(document.activeElement)) return;
    for (const sign of NEXT) {
      const next = game.querySelector<HTMLElement>(`.controls ${sign}, .bar ${sign}`);
      if (!next) continue;
      if (next !== document.activeElement) next.focus();
      return;
    }
    if (document.activeElement?.tagName !== "H1") focusHeading(game);
  };
  const watch = new MutationObserver(look);
  watch.observe(game, {
    subtree: true,
    childList: true,
    attributeFilter: ["disabled", "class", "aria-pressed"],
  });
  look();
  return () => watch.disconnect();
}
