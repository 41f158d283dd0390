// Moves of boardgame.io, made and then replayed from their log; prints µs of each and bytes of the log, as JSON.
const find = (name) => require(require.resolve(`boardgame.io/dist/cjs/${name}.js`, { paths: [process.argv[2]] }));
const { Client } = find("client");
const { CreateGameReducer, InitializeGame, ProcessGameConfig } = find("internal");
const ENTRIES = Number(process.argv[3]);
const ROUNDS = 7;
const SEATS = ["Ann", "Bob", "Cleo", "Dora"];
const game = {
  name: "harbour",
  setup: () => ({ seats: Object.fromEntries(SEATS.map((seat) => [seat, { coins: 0 }])) }),
  moves: {
    gain: ({ G }, seat, amount) => {
      G.seats[seat].coins += amount;
    },
  },
};

/** µs of the processor that one of many steps takes. */
function each(act) {
  const before = process.cpuUsage();
  act();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / ENTRIES;
}

const client = Client({ game, numPlayers: 1, debug: false });
client.start();
const live = each(() => {
  for (let n = 0; n < ENTRIES; n++) client.moves.gain(SEATS[n % SEATS.length], (n % 9) + 1);
});
const log = JSON.stringify(client.log.map((line) => line.action));
const rounds = Array.from({ length: ROUNDS }, () =>
  each(() => {
    const reducer = CreateGameReducer({ game: ProcessGameConfig(game) });
    const end = JSON.parse(log).reduce(reducer, InitializeGame({ game, numPlayers: 1 }));
    if (end.G.seats.Ann.coins !== client.getState().G.seats.Ann.coins) throw new Error("the replay differs");
  }),
).sort((one, other) => one - other);
console.log(JSON.stringify({ live, replay: rounds[ROUNDS >> 1], bytes: JSON.stringify(client.log).length / ENTRIES }));
