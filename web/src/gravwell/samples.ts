/** Cards that the rules show. There is no table behind that page; a test compares them with the engine's deck. */
import type { FuelCard } from "./types";

export const SAMPLES = {
  B: { letter: "B", element: "Boron", value: 2, kind: "standard" },
  H: { letter: "H", element: "Helium", value: 4, kind: "standard" },
  J: { letter: "J", element: "Jovium", value: 2, kind: "tractor" },
  K: { letter: "K", element: "Krypton", value: 2, kind: "repulsor" },
  M: { letter: "M", element: "Magnesium", value: 10, kind: "standard" },
  N: { letter: "N", element: "Neon", value: 6, kind: "repulsor" },
  Y: { letter: "Y", element: "Yttrium", value: 8, kind: "standard" },
} as const satisfies Record<string, FuelCard>;
