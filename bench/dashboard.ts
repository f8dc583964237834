import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { localOrganisation, openDatabase } from '../src/data/index.ts';
import {
  createAttention,
  createAttentionStore,
  createDashboard,
  createDashboardStore,
} from '../src/features/dashboard/index.ts';
import { createVoiceQualities, createVoiceQualityStore } from '../src/features/voice-quality/index.ts';
import { type Place, settle, withPlace } from './api/places.ts';
import { seed } from './api/seed.ts';
import { printTable, quantile, round, writeResults } from './table.ts';

const usage = `bench dashboard: how long the statements of each dashboard route take, one at a time, with a call a minute back from now.
  --calls N       (default 100000)
  --rounds N      of each route (default 40)
  --postgres URL  a server on which a database may be made; SQLite without one
  --out FILE      (default bench/results/dashboard.json)
`;

const options = {
  calls: { type: 'string', default: '100000' },
  rounds: { type: 'string', default: '40' },
  postgres: { type: 'string' },
  out: { type: 'string', default: 'bench/results/dashboard.json' },
  help: { type: 'boolean', default: false },
} as const;

const root = new URL(import.meta.url.endsWith('.ts') ? '../' : '../../', import.meta.url);

/** Prints a table and writes JSON. Gives the exit status. */
export async function main(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options });
  const [calls, rounds] = [Number(values.calls), Number(values.rounds)];
  if (values.help || !(calls > 0 && rounds > 0)) {
    process.stderr.write(usage);
    return values.help ? 0 : 2;
  }
  const rows = await withPlace(values.postgres, (place) => measure(place, calls, rounds));
  printTable(
    ['route', 'p50 ms', 'p95 ms'],
    rows.map(({ route, p50Ms, p95Ms }) => [route, p50Ms, p95Ms]),
  );
  await writeResults(values.out, {
    calls,
    rounds,
    database: values.postgres === undefined ? 'sqlite' : 'postgres',
    rows,
  });
  return 0;
}

async function measure(place: Place, calls: number, rounds: number) {
  const database = await openDatabase({ ...place, migrationsDir: fileURLToPath(new URL('migrations', root)) });
  try {
    await seed(database, { calls, userUuid: 'u', owner: 'bench', now: new Date() });
    await settle(place);
    const clock = { now: () => new Date(), timezone: 'UTC' };
    const sightOf = async () => undefined;
    const dashboard = createDashboard({ store: createDashboardStore(database), sightOf, clock });
    const attention = createAttention({ store: createAttentionStore(database), sightOf, clock });
    const qualities = createVoiceQualities(createVoiceQualityStore(database), clock);
    const viewer = { organisationId: localOrganisation, userUuid: 'u' };
    const routes: [string, () => Promise<unknown>][] = [
      ['/api/dashboard?window=today', () => dashboard.summary(viewer, 'today')],
      ['/api/dashboard?window=30d', () => dashboard.summary(viewer, '30d')],
      ['/api/dashboard/trend?days=90', () => dashboard.trend(viewer, 90)],
      ['/api/dashboard/leaderboard?window=30d', () => dashboard.leaderboard(viewer, '30d')],
      ['/api/dashboard/attention?window=30d', () => attention(viewer, '30d', [])],
      ['/api/dashboard/voice-quality?window=30d', () => qualities.of(localOrganisation, '30d')],
    ];
    const rows = [];
    for (const [route, ask] of routes) {
      await ask();
      const times: number[] = [];
      for (let index = 0; index < rounds; index += 1) {
        const startMs = performance.now();
        await ask();
        times.push(performance.now() - startMs);
      }
      rows.push({ route, p50Ms: round(quantile(times, 0.5), 1), p95Ms: round(quantile(times, 0.95), 1) });
    }
    return rows;
  } finally {
    await database.close();
  }
}
