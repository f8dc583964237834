import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createNodeStore, createTicketStore } from '../src/cluster/index.ts';
import { openDatabase } from '../src/data/index.ts';
import { withPlace } from './api/places.ts';
import { type Policy, type SimulationOutcome, simulate } from './placement/simulate.ts';
import { printTable, quantile, round, writeResults } from './table.ts';

const usage = `bench placement: where calls go on many nodes, simulated; and what the database takes for it, measured.
  --nodes N       (default 1000)
  --capacity N    calls that a node takes (default 64)
  --calls N       in progress (default 50000)
  --seconds N     simulated (default 600; a zone of three is lost in the middle)
  --seed N        (default 1)
  --postgres URL  a server on which a database may be made; without one nothing is measured
  --out FILE      (default bench/results/placement.json)
`;

const options = {
  nodes: { type: 'string', default: '1000' },
  capacity: { type: 'string', default: '64' },
  calls: { type: 'string', default: '50000' },
  seconds: { type: 'string', default: '600' },
  seed: { type: 'string', default: '1' },
  postgres: { type: 'string' },
  out: { type: 'string', default: 'bench/results/placement.json' },
  help: { type: 'boolean', default: false },
} as const;

/** Of the repository, from here or from what is built of this. */
const root = new URL(import.meta.url.endsWith('.ts') ? '../' : '../../', import.meta.url);

const policies: readonly Policy[] = ['two_choices', 'one_choice', 'least_loaded'];

/** Prints a table and writes JSON. Gives the exit status. */
export async function main(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options });
  const [nodes = 0, capacity = 0, calls = 0, seconds = 0, seed = 0] = [
    values.nodes,
    values.capacity,
    values.calls,
    values.seconds,
    values.seed,
  ].map(Number);
  if (values.help || !(nodes > 1 && capacity > 0 && calls > 0 && seconds > 0)) {
    process.stderr.write(usage);
    return values.help ? 0 : 2;
  }
  const common = { nodes, capacity, calls, seconds, seed, meanCallSeconds: 180, zones: 3 };
  const rows = policies.flatMap((policy) =>
    [undefined, seconds / 2].map((lostAt) => ({
      policy,
      isZoneLost: lostAt !== undefined,
      outcome: simulate({ ...common, policy, ...(lostAt === undefined ? {} : { zoneLostAtSeconds: lostAt }) }),
    })),
  );
  printTable(
    ['policy', 'zone', 'placed', 'busy %', 'refused %', 'p1', 'p50', 'p99', 'max', 'cut', 'sent to lost', 'for s'],
    rows.map(({ policy, isZoneLost, outcome }) => [policy, isZoneLost ? 'lost' : 'kept', ...cellsOf(outcome)]),
  );
  const statements = values.postgres === undefined ? null : await measure(values.postgres, nodes);
  if (statements !== null)
    process.stdout.write(
      `\nPostgreSQL with ${nodes} nodes: place ${statements.placeMs} ms, ticket ${statements.ticketMs} ms, claim ${statements.claimMs} ms, report ${statements.reportMs} ms (medians, one at a time)\n`,
    );
  await writeResults(values.out, { ...common, rows, statements });
  return 0;
}

const cellsOf = (outcome: SimulationOutcome) => [
  outcome.placed,
  round(outcome.busyShare * 100, 2),
  round(outcome.refusedAtNodeShare * 100, 2),
  ...[outcome.load.p1, outcome.load.p50, outcome.load.p99, outcome.load.max],
  ...[outcome.lostCalls, outcome.sentToLost, round(outcome.lostNodesUsedForSeconds, 1)],
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
      const median = (values: readonly number[]) => round(quantile(values, 0.5), 2);
      return {
        ...{ placeMs: median(times.place), ticketMs: median(times.ticket) },
        ...{ claimMs: median(times.claim), reportMs: median(times.report) },
      };
    } finally {
      await database.close();
    }
  });
