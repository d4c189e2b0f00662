// Two-player games on boardgame.io's own server, in memory only, or with its FlatFile storage if FLATFILE_DIR names a folder.
// Without further arguments one game whose state is one number; else one per file: its JSON plus a number.
const fs = require("fs");
const { Server, Origins } = require("boardgame.io/server");
const { PlayerView } = require("boardgame.io/core");

const [port, ...files] = process.argv.slice(2);
const texts = files.length ? files.map((file) => fs.readFileSync(file, "utf8")) : ["{}"];
const games = texts.map((text, number) => ({
  name: `game${number}`,
  setup: () => ({ ...JSON.parse(text), count: 0, secret: {}, players: { 0: {}, 1: {} } }),
  playerView: PlayerView.STRIP_SECRETS,
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    click: ({ G }) => {
      G.count += 1;
      const rows = G.spaces || G.ships || [{}];
      rows[G.count % rows.length].star = "blue";
    },
  },
}));

Server({ games, origins: [Origins.LOCALHOST] }).run(Number(port), () => console.log("ready"));
