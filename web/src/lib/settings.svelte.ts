/** What the player likes: kept in this browser only. */

export type Speed = "slow" | "normal" | "fast" | "off";
export type ThemeChoice = "auto" | "night" | "dawn";

const KEY = "gravitable.settings";
const PACE: Record<Speed, number> = { slow: 2, normal: 1.25, fast: 0.6, off: 0 };

interface Stored {
  theme: ThemeChoice;
  speed: Speed;
  sound: boolean;
  notify: boolean;
  language: string | null;
  confirm: boolean;
  tips: boolean;
}

const DEFAULTS: Stored = {
  theme: "auto",
  speed: "normal",
  sound: true,
  notify: false,
  language: null,
  confirm: true,
  tips: true,
};

function stored(): Stored {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Stored>) };
  } catch {
    return { ...DEFAULTS };
  }
}

function matches(query: string): boolean {
  return typeof matchMedia === "function" && matchMedia(query).matches;
}

class Settings {
  current = $state<Stored>(stored());

  /** How long everything takes, as a factor; 0 means no motion at all. */
  get pace(): number {
    return matches("(prefers-reduced-motion: reduce)") ? 0 : PACE[this.current.speed];
  }

  get theme(): "night" | "dawn" {
    if (this.current.theme !== "auto") return this.current.theme;
    return matches("(prefers-color-scheme: light)") ? "dawn" : "night";
  }

  set<K extends keyof Stored>(key: K, value: Stored[K]): void {
    this.current[key] = value;
    try {
      localStorage.setItem(KEY, JSON.stringify(this.current));
    } catch {
      // Where a browser stores nothing, the choice lasts until the page is closed.
    }
  }
}

export const settings = new Settings();
