import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { ahead } from "./ahead";
import { offline } from "./offline";
import { texts } from "./texts";

const SERVER = process.env.GRAVITABLE_SERVER ?? "http://127.0.0.1:8000";

// Few files instead of many small ones, since each costs a slow line as much as several kB: what every page needs, what
// every table and every lesson needs.
const BASE =
  /node_modules\/(?!uqr)|src\/(games|art|lib\/(waiting|layout|focus|identity|announce|api|bots|live|problems|progress|protocol|puzzles|reload|router|session|settings|i18n\/(index|message))|ui\/(Later|NameField)|superstar\/(index|SuperstarPoster)|gravwell\/(index|GravwellPoster|spiral))/;
const TABLE =
  /src\/(lib\/(attention|clock|hints|story|table|tips)|ui\/(Clock\.|Fingerprint|GameFrame|GameTabs|HintButton))/;
// What every board needs, at a table or in a puzzle, and what the rules need of it.
const BOARDS =
  /src\/(parts|\w+\/parts|insight\/marks|lib\/(chapters|readable|sound|stage|tween|unheard)|ui\/(Moment|PlayerRow|SeatBadges|SeatList|Study)|superstar\/(CardIcon|geometry))/;
// What a running game, a puzzle and a recorded game share.
const SUPERSTAR =
  /src\/superstar\/(types|log|trails|choices|gain|Board|Ghost|Pawn|Reserves|Choices|Hand|hand|turn|stage|scene|fly)/;
const GRAVWELL =
  /src\/gravwell\/(types|words|ships|cards|actions|Fuel(Card|Sign|Kinds)|Track|Rivals|stage|OutlookChart|Resolution|StopPrompt)/;

export default defineConfig({
  plugins: [texts(), svelte(), offline(), ahead()],
  build: {
    outDir: "../src/gravitable/server/static",
    emptyOutDir: true,
    target: "es2022",
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "base", test: BASE },
            { name: "boards", test: BOARDS },
            { name: "table", test: TABLE },
            { name: "superstar", test: SUPERSTAR },
            { name: "gravwell", test: GRAVWELL },
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": SERVER, "/ws": { target: SERVER, ws: true } } },
  test: { include: ["src/**/*.test.ts", "tests/**/*.test.ts"] },
});
