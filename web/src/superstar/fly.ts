/** A taken piece flies from its space to its new owner's row. Only for the eye: nothing depends on it. */
import { settings } from "../lib/settings.svelte";

const SIZE = 30;

export function fly(space: string, seat: number, piece: string): void {
  if (settings.pace === 0) return;
  const from = document.querySelector(`[data-space="${space}"]`)?.getBoundingClientRect();
  const to = document.querySelector(`[data-reserve="${seat}"]`)?.getBoundingClientRect();
  if (!from || !to) return;
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "-18 -18 36 36");
  svg.setAttribute("aria-hidden", "true");
  svg.style.cssText = `position:fixed;left:0;top:0;width:${SIZE}px;height:${SIZE}px;pointer-events:none;z-index:50`;
  svg.innerHTML = `<use href="#${piece}"/>`;
  document.body.append(svg);
  const x = from.left + from.width / 2 - SIZE / 2;
  const y = from.top + from.height / 2 - SIZE / 2;
  const u = to.left + to.width * 0.6;
  const v = to.top + to.height / 2 - SIZE / 2;
  const flight = svg.animate(
    [
      { transform: `translate(${x}px, ${y}px) scale(1)` },
      { transform: `translate(${x}px, ${y - 26}px) scale(1.35)`, offset: 0.3 },
      { transform: `translate(${u}px, ${v}px) scale(0.6)`, opacity: 0.4 },
    ],
    { duration: 620 * Math.max(settings.pace, 0.6), easing: "ease-in-out" },
  );
  flight.onfinish = flight.oncancel = () => svg.remove();
}
