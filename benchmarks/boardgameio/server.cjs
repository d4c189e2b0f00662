// The smallest possible two-player game on boardgame.io's own server, with its default storage (memory only).
const { Server, Origins } = require("boardgame.io/server");

const game = {
  name: "count",
  setup: () => ({ count: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { click: ({ G }) => { G.count += 1; } },
};

const server = Server({ games: [game], origins: [Origins.LOCALHOST] });
server.run(Number(process.argv[2]), () => console.log("ready"));
