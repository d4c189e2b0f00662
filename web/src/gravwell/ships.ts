/** How ships are called. */
import type { Translate } from "../lib/i18n/index.svelte";
import type { ShipId } from "./types";

export type ShipNames = Record<ShipId, string>;

export function namesOfShips(names: string[], t: Translate): ShipNames {
  return {
    "seat-0": names[0] ?? "",
    "seat-1": names[1] ?? "",
    "seat-2": names[2] ?? "",
    "seat-3": names[3] ?? "",
    ghost: t("grav.ghost"),
    "derelict-26": t("grav.derelict", { start: 26 }),
    "derelict-36": t("grav.derelict", { start: 36 }),
  };
}
