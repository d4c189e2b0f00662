/** How ships are called. */
import type { Translate } from "../lib/i18n/index.svelte";

export function namesOfShips(names: string[], t: Translate): Record<string, string> {
  const ships: Record<string, string> = {
    ghost: t("grav.ghost"),
    "derelict-26": t("grav.derelict", { start: 26 }),
    "derelict-36": t("grav.derelict", { start: 36 }),
  };
  names.forEach((name, seat) => {
    ships[`seat-${seat}`] = name;
  });
  return ships;
}
