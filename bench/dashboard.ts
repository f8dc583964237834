import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { localOrganisation, openDatabase } from '../src/data/index.ts';
import {
  createAttention,
  createAttentionStore,
  createCountedCalls,
  createCountedListStore,
  createDashboard,
  createDashboardStore,
  lastSpan,
} from '../src/features/analysis/dashboard/index.ts';
import { computeReport } from '../src/features/analysis/reports/compute.ts';
import { toPdf } from '../src/features/analysis/reports/pdf.ts';
import type { ListedReport } from '../src/features/analysis/reports/store.ts';
import { createVoiceQualities, createVoiceQualityStore } from '../src/features/analysis/voice-quality/index.ts';
import { type Place, settle, withPlace } from './api/places.ts';
import { seed } from './api/seed.ts';
import { printTable, quantile, round, writeResults } from './table.ts';

const usage = `bench dashboard: how long the statements of each dashboard route, a report of 90 days and its PDF take, one at a time, with a call a minute back from now.
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

const root = new URL('../../', import.meta.url);

/** Prints a table and writes JSON. Returns the exit status. */
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

const firstPage = { limit: 20, offset: 0 } as const;

async function measure(place: Place, calls: number, rounds: number) {
  const database = await openDatabase({ ...place, migrationsDir: fileURLToPath(new URL('migrations', root)) });
  try {
    await seed(database, { calls, userUuid: 'u', owner: 'bench', now: new Date(), withConversations: true });
    await settle(place);
    const clock = { now: () => new Date(), timezone: 'UTC' };
    const clockOf = async () => clock;
    const sightOf = async () => undefined;
    const counting = { store: createDashboardStore(database), sightOf, clockOf };
    const dashboard = createDashboard(counting);
    const list = createCountedListStore(database);
    const countedCalls = createCountedCalls({ ...counting, list });
    const attention = createAttention({ store: createAttentionStore(database, list), sightOf, clockOf });
    const qualities = createVoiceQualities(createVoiceQualityStore(database), clockOf);
    const viewer = { organisationId: localOrganisation, userUuid: 'u' };
    const { unassigned } = await dashboard.leaderboard(viewer, '30d');
    const agentName = unassigned[0]?.agent_name ?? '';
    const routes: [string, () => Promise<unknown>][] = [
      ['/api/dashboard?window=today', () => dashboard.summary(viewer, 'today')],
      ['/api/dashboard?window=30d', () => dashboard.summary(viewer, '30d')],
      ['/api/dashboard/previous?window=30d', () => dashboard.previous(viewer, '30d')],
      ['/api/dashboard/calls?window=30d', () => countedCalls.list(viewer, { window: '30d', ...firstPage }, [])],
      [
        '/api/dashboard/calls?window=30d&outcome=resolved',
        () => countedCalls.list(viewer, { window: '30d', outcome: 'resolved', ...firstPage }, []),
      ],
      [
        '/api/dashboard/calls?window=30d&agent_name=...',
        () => countedCalls.list(viewer, { window: '30d', agentName, ...firstPage }, []),
      ],
      ['/api/dashboard/trend?days=90', () => dashboard.trend(viewer, 90)],
      ['/api/dashboard/leaderboard?window=30d', () => dashboard.leaderboard(viewer, '30d')],
      ['/api/dashboard/attention?window=30d', () => attention(viewer, '30d', [])],
      ['/api/dashboard/voice-quality?window=30d', () => qualities.of(localOrganisation, '30d')],
    ];
    const rows = [];
    for (const [route, ask] of routes) {
      await ask();
      rows.push({ route, ...(await timed(rounds, ask)) });
    }
    const span = lastSpan(90, clock);
    const result = await computeReport(dashboard, { viewer, span, scope: [], clock });
    const report = {
      window: 'quarter',
      rangeFrom: span.from,
      rangeTo: span.to,
      createdAt: span.to,
      finishedAt: span.to,
    };
    const few = Math.min(rounds, 10);
    const made = await timed(few, () => computeReport(dashboard, { viewer, span, scope: [], clock }));
    rows.push({ route: `a report of ${result.stats.calls_total} calls`, ...made });
    rows.push({ route: 'its PDF', ...(await timed(few, () => toPdf(report as ListedReport, result))) });
    return rows;
  } finally {
    await database.close();
  }
}

async function timed(rounds: number, ask: () => Promise<unknown>) {
  const times: number[] = [];
  for (let index = 0; index < rounds; index += 1) {
    const startMs = performance.now();
    await ask();
    times.push(performance.now() - startMs);
  }
  return { p50Ms: round(quantile(times, 0.5), 1), p95Ms: round(quantile(times, 0.95), 1) };
}
