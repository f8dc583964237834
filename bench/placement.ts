import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createNodeStore, createTicketStore } from '../src/cluster/index.ts';
import { openDatabase } from '../src/data/index.ts';
import { withPlace } from './api/places.ts';
import { type Policy, type Simulation, type SimulationOutcome, simulate } from './placement/simulate.ts';
import { printTable, quantile, round, writeResults } from './table.ts';

const usage = `bench placement: where calls go on many nodes, simulated; and what the database takes for it, measured.
  --nodes N       (default 1000)
  --cores N       of a node (default 6)
  --per-core N    calls that a core carries (default 12: measured are 24 on two)
  --calls N       in progress (default 50000)
  --seconds N     simulated (default 600; a zone of three is lost in the middle)
  --seed N        (default 1)
  --postgres URL  a server on which a database may be made, to measure its statements; without one, the figures of
                  docs/scaling.md are used
  --out FILE      (default bench/results/placement.json)
`;

const options = {
  nodes: { type: 'string', default: '1000' },
  cores: { type: 'string', default: '6' },
  'per-core': { type: 'string', default: '12' },
  calls: { type: 'string', default: '50000' },
  seconds: { type: 'string', default: '600' },
  seed: { type: 'string', default: '1' },
  postgres: { type: 'string' },
  out: { type: 'string', default: 'bench/results/placement.json' },
  help: { type: 'boolean', default: false },
} as const;

/** Repository root, from the source or the build. */
const root = new URL('../../', import.meta.url);

const policies: readonly Policy[] = ['two_choices', 'one_choice', 'least_loaded'];

/** From the last stored measurement; the database had two cores, shared with other work. */
const recorded = { placeMs: 1.06, ticketMs: 2.35, claimMs: 3.35, reportMs: 1.47 };
/** Request and response between nodes over PostgreSQL, from the same measurement. */
const messageMs = 6.9;
/** One message when the stream arrives and one when its slot is free again. */
const messagesPerCall = 2;
const databaseCores = 2;
const databaseAwaySeconds = 20;
const natsAwaySeconds = 60;

/** Prints a table and writes JSON. Returns the exit status. */
export async function main(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options });
  const { cores, calls: asked, 'per-core': perCore } = values;
  const numbers = [values.nodes, cores, perCore, asked, values.seconds, values.seed].map(Number);
  const [nodes = 0, nodeCores = 0, callsPerCore = 0, calls = 0, seconds = 0, seed = 0] = numbers;
  const capacity = Math.floor(nodeCores * callsPerCore);
  if (values.help || !(nodes > 1 && capacity > 0 && calls > 0 && seconds > 0)) {
    process.stderr.write(usage);
    return values.help ? 0 : 2;
  }
  const measured = values.postgres === undefined ? undefined : await measure(values.postgres, nodes);
  const { placeMs, ticketMs, claimMs, reportMs } = measured ?? recorded;
  const costs = { callMs: placeMs + ticketMs + claimMs, reportMs, messageMs, messagesPerCall, databaseCores };
  const common = { nodes, capacity, calls, seconds, seed, meanCallSeconds: 180, zones: 3, costs };
  const half = seconds / 2;
  const failures: readonly Failure[] = [
    { policies, failure: 'none', given: {} },
    { policies, failure: 'a zone lost', given: { zoneLostAtSeconds: half } },
    {
      policies: ['two_choices'],
      failure: `PostgreSQL away for ${databaseAwaySeconds} s`,
      given: { databaseAway: { fromSeconds: half, seconds: databaseAwaySeconds } },
    },
    {
      policies: ['two_choices'],
      failure: `NATS away for ${natsAwaySeconds} s`,
      given: { natsAway: { fromSeconds: half, seconds: natsAwaySeconds } },
    },
  ];
  const rows = failures.flatMap(({ policies: those, failure, given }) =>
    those.map((policy) => ({ policy, failure, outcome: simulate({ ...common, ...given, policy }) })),
  );
  printTable(
    [
      ...['policy', 'failure', 'placed', 'busy %', 'refused %', 'p1', 'p50', 'p99', 'max', 'cut', 'sent to lost'],
      ...['for s', 'database %', 'worst 10 s %'],
    ],
    rows.map(({ policy, failure, outcome }) => [policy, failure, ...cellsOf(outcome)]),
  );
  process.stdout.write(
    `\nInputs: ${capacity} calls a node (${nodeCores} cores of ${callsPerCore} calls); with ${nodes} nodes listed, place ${placeMs} ms, ticket ${ticketMs} ms, claim ${claimMs} ms, report ${reportMs} ms (${measured === undefined ? 'as written down' : 'medians, one at a time, now'}); a message over PostgreSQL ${messageMs} ms; ${databaseCores} cores for the database\n`,
  );
  await writeResults(values.out, { ...common, rows, measured: measured ?? null });
  return 0;
}

interface Failure {
  readonly policies: readonly Policy[];
  readonly failure: string;
  readonly given: Partial<Simulation>;
}

const cellsOf = (outcome: SimulationOutcome) => [
  outcome.placed,
  round(outcome.busyShare * 100, 2),
  round(outcome.refusedAtNodeShare * 100, 2),
  ...[outcome.load.p1, outcome.load.p50, outcome.load.p99, outcome.load.max],
  ...[outcome.lostCalls, outcome.sentToLost, round(outcome.lostNodesUsedForSeconds, 1)],
  ...[round(outcome.database.mean * 100, 0), round(outcome.database.most * 100, 0)],
];

const samples = 300;

const measure = (postgres: string, count: number) =>
  withPlace(postgres, async (place) => {
    const database = await openDatabase({ ...place, migrationsDir: fileURLToPath(new URL('migrations', root)) });
    try {
      const nodes = createNodeStore(database);
      const tickets = createTicketStore(database, 'node-0');
      const report = {
        role: 'media',
        state: 'serving',
        version: '0',
        mediaBaseUrl: null,
        capacity: 64,
        used: 32,
      } as const;
      for (let node = 0; node < count; node++) await nodes.beat(`node-${node}`, report);
      const times = { place: [] as number[], ticket: [] as number[], claim: [] as number[], report: [] as number[] };
      const timed = async (into: number[], work: () => Promise<unknown>): Promise<void> => {
        const beganMs = performance.now();
        await work();
        into.push(performance.now() - beganMs);
      };
      for (let index = 0; index < samples; index++) {
        const name = `t-${index}`;
        const ticket = { kind: 'call', dialect: 'browser', nodeId: 'node-0', reservedForMs: 20_000, ttlMs: 60_000 };
        await timed(times.report, () => nodes.beat(`node-${index % count}`, report));
        await timed(times.place, () => nodes.reserve([]));
        await timed(times.ticket, () => tickets.add({ ...ticket, token: name, sessionUuid: name }));
        await timed(times.claim, () => tickets.claim(name, 'browser'));
      }
      const median = (values: readonly number[]): number => round(quantile(values, 0.5), 2) ?? Number.NaN;
      return {
        placeMs: median(times.place),
        ticketMs: median(times.ticket),
        claimMs: median(times.claim),
        reportMs: median(times.report),
      };
    } finally {
      await database.close();
    }
  });
