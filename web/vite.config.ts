import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { offline } from "./offline";
import { texts } from "./texts";

const SERVER = process.env.GRAVITABLE_SERVER ?? "http://127.0.0.1:8000";

// Few files instead of many small ones: what every page needs, and what every table and every lesson needs.
const BASE =
  /node_modules\/(?!uqr)|src\/(games|art|lib\/(waiting|layout|focus|identity|announce|api|bots|live|problems|protocol|reload|router|session|settings|i18n\/(index|message))|ui\/(Later|NameField)|superstar\/(index|SuperstarPoster)|gravwell\/(index|GravwellPoster|spiral))/;
const TABLE = /src\/(lib\/(attention|clock|story|table)|ui\/(Clock\.|Fingerprint|GameFrame))/;
// What every board needs, at a table or in a puzzle.
const BOARDS =
  /src\/(lib\/(chapters|readable|sound|stage|tween|unheard)|ui\/(Moment|PlayerRow|SeatBadges|SeatList))/;
// What a running game and a recorded one share.
const SUPERSTAR = /src\/superstar\/(types|log|trails|choices|gain|Board|Ghost|Pawn|Reserves)/;
const GRAVWELL = /src\/gravwell\/(types|words|ships|cards|Fuel(Card|Sign|Kinds)|Track|Rivals|stage)/;

export default defineConfig({
  plugins: [texts(), svelte(), offline()],
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
            { name: "cards", test: /src\/superstar\/(CardIcon|icons|geometry)/ },
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
