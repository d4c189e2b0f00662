/** The parts of the game that are loaded when they are needed. */
import type { GameParts } from "../lib/game";

export const gravwellParts: GameParts = {
  play: () => import("./GravwellGame.svelte"),
  rules: () => import("./GravwellRules.svelte"),
  puzzle: () => import("./GravwellPuzzle.svelte"),
  moment: () => import("./GravwellMoment.svelte"),
  insight: () => import("./GravwellInsight.svelte"),
  analysis: () => import("./GravwellAnalysis.svelte"),
};
