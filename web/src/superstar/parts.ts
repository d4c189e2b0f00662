/** The parts of the game that are loaded when they are needed. */
import type { GameParts } from "../lib/game";

export const superstarParts: GameParts = {
  play: () => import("./SuperstarGame.svelte"),
  rules: () => import("./SuperstarRules.svelte"),
  puzzle: () => import("./SuperstarPuzzle.svelte"),
  moment: () => import("./SuperstarMoment.svelte"),
  insight: () => import("./SuperstarInsight.svelte"),
  analysis: () => import("./SuperstarAnalysis.svelte"),
};
