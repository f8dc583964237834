import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { type ServerChild, startServerChild } from '../src/cli/server-child.ts';
import { type Place, withPlace } from './api/places.ts';
import { type Described, type NastyRequest, type NastyRoute, nastyRoutes } from './stall/operations.ts';
import type { ProbeData, Waits } from './stall/probe-thread.ts';
import { printTable, round, writeResults } from './table.ts';
import { line } from './trials/short-call.ts';

const usage = `stall: how long the worst request of each route makes other requests wait.
  --only WORDS    routes whose name contains one of these words, separated by commas
  --bodies WORDS  bodies of these kinds alone, separated by commas
  --seconds N     of the calibration, without other requests (default 10)
  --postgres      on PostgreSQL as well, in a database that is made and dropped (needs psql)
  --no-sqlite     on PostgreSQL alone
  --server URL    where (default postgres://root@127.0.0.1:5432/postgres)
  --out FILE      (default bench/results/stall.json)
`;

const options = {
  only: { type: 'string', default: '' },
  bodies: { type: 'string', default: '' },
  seconds: { type: 'string', default: '10' },
  postgres: { type: 'boolean', default: false },
  'no-sqlite': { type: 'boolean', default: false },
  server: { type: 'string', default: 'postgres://root@127.0.0.1:5432/postgres' },
  out: { type: 'string', default: 'bench/results/stall.json' },
  help: { type: 'boolean', default: false },
} as const;

/** The main thread may work for others this long while a request waits. */
const limitMs = 100;
const perSecond = 50;
const shownRoutes = 15;
/** A request over the limit is sent this often in all: what it does itself comes again, what disturbed it does not. */
const tries = 3;
/** Work that a request leaves behind is waited for this long at most. */
const quietMs = 30_000;

/** The quickest of the tries of one request. */
interface Measured extends Waits {
  readonly route: string;
  readonly kind: string;
  readonly status: number;
  /** The longest wait of each try, in order. */
  readonly triesMs: readonly (number | null)[];
}

/** Prints the routes that block the server longest. Returns 1 if one exceeds the limit. */
export async function main(argv: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options });
  const seconds = Number(values.seconds);
  if (values.help || !(seconds > 0)) {
    process.stderr.write(usage);
    return values.help ? 0 : 2;
  }
  const isAlone = values['no-sqlite'];
  const servers = [...(isAlone ? [] : [undefined]), ...(values.postgres || isAlone ? [values.server] : [])];
  const results = [];
  for (const server of servers)
    results.push(
      await withPlace(server, (place) => measure(place, { env, seconds, only: values.only, bodies: values.bodies })),
    );
  const rows = results.flatMap(({ dialect, idle, measured }) => [
    [dialect, 'no other request', '', idle.asked, idle.left, idle.answered, round(idle.cpuMs), round(idle.wallMs)],
    ...worst(measured).map((one) => [
      ...[dialect, one.route, one.kind, one.asked, one.left, one.answered, round(one.cpuMs), round(one.wallMs)],
    ]),
  ]);
  printTable(
    ['database', 'route', 'body', 'probes', 'not sent', 'calls answered', 'longest wait, CPU ms', 'wall ms'],
    rows,
  );
  await writeResults(values.out, { limitMs, perSecond, results });
  const requests = results.flatMap(({ measured }) => measured);
  const over = requests.filter(isOver).length;
  const once = requests.filter(({ triesMs }) => triesMs.length > 1).length - over;
  process.stdout.write(
    `\n${over} of ${requests.length} requests made another one wait for more than ${limitMs} ms of CPU time in each of ` +
      `${tries} tries; ${once} did it once or twice\n`,
  );
  return over > 0 ? 1 : 0;
}

const worst = (measured: readonly Measured[]): Measured[] =>
  measured.toSorted((a, b) => (b.cpuMs ?? b.wallMs) - (a.cpuMs ?? a.wallMs)).slice(0, shownRoutes);

interface Wanted {
  readonly env: NodeJS.ProcessEnv;
  readonly seconds: number;
  readonly only: string;
  readonly bodies: string;
}

async function measure(place: Place, { env, seconds, only, bodies }: Wanted) {
  const started = await startServerChild({
    entry: new URL('../src/main.js', import.meta.url),
    env: {
      LOG_LEVEL: 'error',
      REGISTRATION: 'open',
      ...env,
      DATABASE_URL: place.databaseUrl ?? '',
      ADMISSION: 'off',
      MAX_CALLS: '100000',
      // The callbacks count as the provider's: every call of the probe is answered.
      TELEPHONY_A_NETWORKS: '127.0.0.0/8',
    },
    dataDir: place.dataDir,
    readyTimeoutMs: 120_000,
  });
  if (!started.ok) throw new Error(started.detail);
  const { server } = started;
  const probe = openProbe(server);
  try {
    const described = (await (await fetch(new URL('/openapi.json', server.baseUrl))).json()) as Described;
    let token = await signUp(server);
    await pause(1000);
    await probe.waits();
    await pause(1000 * seconds);
    const idle = await probe.waits();
    if (idle.answered === 0) throw new Error(`no call to ${line} was answered`);
    const measured: Measured[] = [];
    const isWanted = (words: string, name: string) => words.split(',').some((word) => name.includes(word));
    for (const route of nastyRoutes(described).filter(({ name }) => isWanted(only, name))) {
      const requests = route.requests.filter(({ kind }) => isWanted(bodies, kind));
      // Some requests end the session, or remove the account.
      if (!(await isSignedIn(server, token))) token = await signUp(server);
      measured.push(...(await measureRoute(server, { route: { ...route, requests }, token, probe })));
    }
    return { dialect: place.dialect, idle, measured };
  } finally {
    await probe.close();
    await server.close();
  }
}

interface Measuring {
  readonly route: NastyRoute;
  readonly token: string;
  readonly probe: ReturnType<typeof openProbe>;
}

async function measureRoute(server: ServerChild, { route, token, probe }: Measuring): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const asked of route.requests) {
    const tried: Omit<Measured, 'triesMs'>[] = [];
    while (tried.length < tries && tried.every(isOver)) {
      await probe.waits();
      const status = await send(server, token, asked);
      await untilQuiet(server, token);
      tried.push({ route: route.name, kind: asked.kind, status, ...(await probe.waits()) });
    }
    const [quickest] = tried.toSorted((a, b) => (a.cpuMs ?? 0) - (b.cpuMs ?? 0));
    const triesMs = tried.map(({ cpuMs }) => cpuMs);
    if (tried.length > 1)
      process.stderr.write(`${route.name}, ${asked.kind}: ${triesMs.map((ms) => round(ms)).join(', ')} ms\n`);
    if (quickest !== undefined) measured.push({ ...quickest, triesMs });
  }
  return measured;
}

const isOver = ({ cpuMs }: Waits): boolean => (cpuMs ?? 0) > limitMs;

async function send(server: ServerChild, token: string, { method, path, type, body }: NastyRequest): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, ...(type === undefined ? {} : { 'content-type': type }) };
  try {
    const response = await fetch(new URL(path, server.baseUrl), {
      method,
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(60_000),
      ...(body === undefined ? {} : { body }),
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

/** Waits for jobs that the request queued; those of the probe's calls go on. */
async function untilQuiet(server: ServerChild, token: string): Promise<void> {
  const endMs = performance.now() + quietMs;
  const headers = { authorization: `Bearer ${token}` };
  while (performance.now() < endMs) {
    await pause(100);
    const answer = await fetch(new URL('/api/calls?status=pending&source=api,upload&limit=1', server.baseUrl), {
      headers,
    });
    const { total = 0 } = (await answer.json()) as { total?: number };
    if (!answer.ok || total === 0) return;
  }
}

function openProbe({ baseUrl, pid }: ServerChild) {
  const data: ProbeData = { baseUrl, pid, perSecond, line };
  const worker = new Worker(new URL('./stall/probe-thread.js', import.meta.url), { workerData: data, execArgv: [] });
  let failed: (error: Error) => void = () => {};
  worker.on('error', (error) => failed(error));
  return {
    /** Returns the longest waits since the last call. */
    waits: (): Promise<Waits> =>
      new Promise((resolve, reject) => {
        worker.once('message', resolve);
        failed = reject;
        worker.postMessage('waits');
      }),
    close: () => worker.terminate(),
  };
}

async function isSignedIn({ baseUrl }: ServerChild, token: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(new URL('/api/calls?limit=1', baseUrl), { headers })).ok;
}

async function signUp({ baseUrl }: ServerChild): Promise<string> {
  const account = {
    email: `${randomUUID()}@example.com`,
    password: 'correct horse battery',
    organization_name: 'Bench',
  };
  const response = await fetch(new URL('/api/auth/register', baseUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  });
  if (response.status !== 201) throw new Error(`the first account was answered with ${response.status}`);
  return ((await response.json()) as { token: string }).token;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
