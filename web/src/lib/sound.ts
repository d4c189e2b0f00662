/** Every sound is made here, from oscillators; quiet on purpose. */
import { settings } from "./settings.svelte";

/** Each star colour has a note of its own (a pentatonic scale, so any two sound well together). */
const NOTES: Record<string, number> = {
  blue: 523.25,
  yellow: 587.33,
  pink: 659.25,
  green: 783.99,
  orange: 880,
  white: 1046.5,
  token: 698.46,
};
const LOUDNESS = 0.05;

let context: AudioContext | null = null;

function audio(): AudioContext | null {
  if (!settings.current.sound || typeof AudioContext === "undefined") return null;
  // Browsers allow sound only after a gesture; asking before that would only log a warning.
  if (!navigator.userActivation?.hasBeenActive) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context;
}

interface Tone {
  from: number;
  to?: number;
  ms: number;
  type?: OscillatorType;
  loud?: number;
  after?: number;
}

function tone({ from, to, ms, type = "sine", loud = 1, after = 0 }: Tone): void {
  const ctx = audio();
  if (!ctx) return;
  const start = ctx.currentTime + after / 1000;
  const end = start + ms / 1000;
  const oscillator = ctx.createOscillator();
  const gain = ctx.createGain();
  oscillator.type = type;
  oscillator.frequency.setValueAtTime(from, start);
  if (to) oscillator.frequency.exponentialRampToValueAtTime(to, end);
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(LOUDNESS * loud, start + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0001, end);
  oscillator.connect(gain).connect(ctx.destination);
  oscillator.start(start);
  oscillator.stop(end + 0.02);
}

export const sound = {
  step: () => tone({ from: 260, to: 330, ms: 70, type: "triangle" }),
  fall: () => tone({ from: 900, to: 260, ms: 360, loud: 0.5 }),
  land: () => tone({ from: 120, to: 55, ms: 130, type: "triangle", loud: 2 }),
  star: (colour: string) => {
    const note = NOTES[colour] ?? 660;
    tone({ from: note, ms: 260 });
    tone({ from: note * 2, ms: 180, loud: 0.4, after: 30 });
  },
  token: () => tone({ from: 440, to: 698, ms: 200, type: "triangle" }),
  eject: () => tone({ from: 320, to: 1200, ms: 380, type: "sawtooth", loud: 0.35 }),
  card: () => tone({ from: 520, to: 420, ms: 60, type: "triangle", loud: 0.7 }),
  pull: () => tone({ from: 110, to: 180, ms: 420, loud: 1.6 }),
  gate: () => {
    for (const [i, from] of [523, 659, 784, 1046].entries()) tone({ from, ms: 420, after: i * 90 });
  },
  /** Time is nearly up: two soft knocks, five quick ones at the very end. */
  hurry: (knocks: number) => {
    for (let i = 0; i < knocks; i++) tone({ from: 587, to: 494, ms: 110, type: "triangle", after: i * 190 });
  },
  turn: () => {
    tone({ from: 784, ms: 240 });
    tone({ from: 1046.5, ms: 420, after: 140 });
  },
};
