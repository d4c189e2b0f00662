// A two-player game on boardgame.io's own server, with its default storage (memory only).
// Without a second argument the state is one number; with one, it is the JSON of that file plus a number.
const fs = require("fs");
const { Server, Origins } = require("boardgame.io/server");
const { PlayerView } = require("boardgame.io/core");

const [port, file] = process.argv.slice(2);
const text = file ? fs.readFileSync(file, "utf8") : "{}";
const game = {
  name: "count",
  setup: () => ({ ...JSON.parse(text), count: 0, secret: {}, players: { 0: {}, 1: {} } }),
  playerView: PlayerView.STRIP_SECRETS,
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    click: ({ G }) => {
      G.count += 1;
      if (G.spaces) G.spaces[G.count % G.spaces.length].star = "blue";
    },
  },
};

Server({ games: [game], origins: [Origins.LOCALHOST] }).run(Number(port), () => console.log("ready"));
