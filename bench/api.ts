import { parseArgs } from 'node:util';
import { createRandom } from '../media/emulator/random.ts';
import type { ServerChild } from '../src/cli/server-child.ts';
import { type Answered, openLoop } from './api/open-loop.ts';
import { type Place, settle, withPlace } from './api/places.ts';
import { type Asked, routesOf } from './api/routes.ts';
import { makeAccount, openSeeded } from './api/seeded.ts';
import { keepApart, keepNowhere, serverKinds, startServer, timeStarts } from './api/server.ts';
import { readUsage } from './call/process-usage.ts';
import { describeMachine, machineLine } from './machine.ts';
import { quantile, renderTable, round, writeResults } from './table.ts';

const usage = `bench api: how soon the control plane answers over many calls, on one core, and how soon it starts.
  --calls N       in the database (default 100000)
  --rate N        requests a second, at fixed times (default 200)
  --seconds N     of the mixed load (default 60)
  --alone N       seconds of each kind of request at the whole rate by itself (default 0: not measured)
  --starts N      of each kind of server (default 5; 0: not measured)
  --postgres      on PostgreSQL as well, in a database that is made and dropped (needs psql)
  --no-sqlite     on PostgreSQL alone
  --server URL    where (default postgres://root@127.0.0.1:5432/postgres)
  --out FILE      (default bench/results/api.json)
`;

const options = {
  calls: { type: 'string', default: '100000' },
  rate: { type: 'string', default: '200' },
  seconds: { type: 'string', default: '60' },
  alone: { type: 'string', default: '0' },
  starts: { type: 'string', default: '5' },
  postgres: { type: 'boolean', default: false },
  'no-sqlite': { type: 'boolean', default: false },
  server: { type: 'string', default: 'postgres://root@127.0.0.1:5432/postgres' },
  out: { type: 'string', default: 'bench/results/api.json' },
  help: { type: 'boolean', default: false },
} as const;

interface Wanted {
  readonly calls: number;
  readonly rate: number;
  readonly seconds: number;
  readonly alone: number;
  readonly starts: number;
}

/** Limits of the control plane. */
const limits = { p95Ms: 30, startMs: 1000 };
const warmUpSeconds = 5;

/** Prints two tables and writes JSON with the time of every response. Returns the exit status. */
export async function main(argv: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options });
  const { calls, rate, seconds, alone, starts } = values;
  const wanted: Wanted = {
    calls: Number(calls),
    rate: Number(rate),
    seconds: Number(seconds),
    alone: Number(alone),
    starts: Number(starts),
  };
  const areSane = wanted.calls >= 5000 && wanted.rate > 0 && wanted.seconds > 0 && wanted.alone >= 0;
  if (values.help || !areSane || !(wanted.starts >= 0)) {
    process.stderr.write(usage);
    return values.help ? 0 : 2;
  }
  // Read before this process is pinned to one core, which is then all that it sees.
  const machine = describeMachine();
  const results = [];
  const isAlone = values['no-sqlite'];
  const servers = [...(isAlone ? [] : [undefined]), ...(values.postgres || isAlone ? [values.server] : [])];
  for (const server of servers) results.push(await withPlace(server, (place) => measure(place, wanted, env)));
  process.stdout.write(`${machineLine(machine)}\n\n${report(results)}`);
  await writeResults(values.out, { ...wanted, limits, results }, machine);
  const failed = results.reduce((sum, { all }) => sum + all.failed, 0);
  if (failed > 0) process.stderr.write(`${failed} requests were not answered with 200: these figures do not count.\n`);
  return failed > 0 ? 1 : 0;
}

async function measure(place: Place, wanted: Wanted, env: NodeJS.ProcessEnv) {
  const account = await makeAccount(place, env);
  const seeded = await openSeeded(place, { calls: wanted.calls, email: account.email });
  try {
    await settle(place);
    const starts = [];
    for (const kind of wanted.starts > 0 ? serverKinds : [])
      starts.push(await timeStarts(kind, place, env, wanted.starts));
    const server = await startServer('control plane alone', place, env);
    try {
      const loaded = await load(server, { ...wanted, token: account.token, newest: seeded.newest });
      return { dialect: place.dialect, starts, ...loaded };
    } finally {
      await keepNowhere();
      await server.close();
    }
  } finally {
    await seeded.close();
  }
}

async function load(
  { baseUrl, pid }: ServerChild,
  { calls, newest, token, rate, seconds, alone }: Wanted & { readonly newest: Date; readonly token: string },
) {
  const isPinned = await keepApart(pid);
  const random = createRandom(1);
  const routes = routesOf({ calls, newest, random });
  const loop = { baseUrl, token, perSecond: rate, random };
  await openLoop({ ...loop, routes, seconds: warmUpSeconds });
  const before = await readUsage(pid);
  const mixed = await openLoop({ ...loop, routes, seconds });
  const after = await readUsage(pid);
  const singly: Answered[] = [];
  for (const route of alone > 0 ? routes.filter(({ method }) => method === 'GET') : [])
    singly.push(...(await openLoop({ ...loop, routes: [route], seconds: alone })));
  const cpuSeconds = (after?.cpuSeconds ?? Number.NaN) - (before?.cpuSeconds ?? Number.NaN);
  const lateMs = mixed.map((answer) => answer.lateMs);
  return {
    isPinned,
    cpuMsARequest: round((1000 * cpuSeconds) / mixed.length, 2),
    rssMb: round(after?.rssMb ?? null),
    lateP99Ms: round(quantile(lateMs, 0.99), 1),
    rows: routes.map((route) => rowOf(route, mixed, singly)),
    all: figuresOf(mixed),
    mixed,
    singly,
  };
}

function figuresOf(answers: readonly Answered[]) {
  const ms = answers.map((answer) => answer.ms);
  const at = (share: number): number | null => round(quantile(ms, share), 1);
  const failed = answers.filter(({ status }) => status !== 200).length;
  return { requests: answers.length, failed, p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99), mostMs: at(1) };
}

function rowOf({ name }: Asked, mixed: readonly Answered[], singly: readonly Answered[]) {
  const own = (answers: readonly Answered[]): readonly Answered[] => answers.filter((answer) => answer.name === name);
  return { name, ...figuresOf(own(mixed)), aloneP95Ms: figuresOf(own(singly)).p95Ms };
}

function report(results: readonly Awaited<ReturnType<typeof measure>>[]): string {
  const parts = results.map(({ dialect, rows, all, cpuMsARequest, rssMb, lateP99Ms, isPinned }) => {
    const row = ({ name, ...figures }: (typeof rows)[number]) => [dialect, name, ...Object.values(figures)];
    const table = renderTable(
      ['database', 'request', 'requests', 'failed', 'p50 ms', 'p95 ms', 'p99 ms', 'most ms', 'alone p95 ms'],
      [...rows, { name: 'all of them', ...all, aloneP95Ms: null }].map(row),
    );
    const where = isPinned ? 'held to one core, the load to another' : 'not held to one core';
    return `${table}\n\nLimit: p95 of ${limits.p95Ms} ms. The server (${where}) took ${cpuMsARequest} ms of CPU a request and ${rssMb} MB; requests were sent ${lateP99Ms} ms late at p99.\n\n`;
  });
  const starts = results.flatMap((result) => result.starts);
  if (starts.length === 0) return parts.join('');
  const table = renderTable(
    ['database', 'start of', 'median ms', 'all ms'],
    starts.map(({ dialect, kind, medianMs, startsMs }) => [
      dialect,
      kind,
      medianMs,
      startsMs.map((ms) => Math.round(ms)).join(' '),
    ]),
  );
  return `${parts.join('')}${table}\n\nLimit: ${limits.startMs} ms for the control plane alone.\n`;
}
