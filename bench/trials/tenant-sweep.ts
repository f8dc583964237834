import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { placeCall } from '../../media/index.ts';
import { startServerChild } from '../../src/cli/server-child.ts';
import { scopes } from '../../src/http/identity.ts';
import { type Ask, askerAt, type Thing } from './tenant-ask.ts';
import { sweepKeys } from './tenant-keys.ts';
import type { CarryCall } from './tenant-more-things.ts';
import { type Described, listsOf, type RouteWithId, routesWithIds } from './tenant-routes.ts';
import { furnish, uploadRecording } from './tenant-things.ts';
import { conclude, judged, type Verdict } from './verdict.ts';

const usage = `tenant-sweep: every operation of /openapi.json with an id in its path, asked by another organisation about every kind of object, and all lists; and every operation by API keys of each scope, of owners of each role.
  --out FILE   (default bench/results/tenant-sweep.json)
`;

const options = {
  out: { type: 'string', default: 'bench/results/tenant-sweep.json' },
  help: { type: 'boolean', default: false },
} as const;

export async function main(argv: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options });
  if (values.help) {
    process.stderr.write(usage);
    return 0;
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-tenants-'));
  const entry = new URL('./scripted-server.js', import.meta.url);
  const own = {
    REGISTRATION: 'open',
    LOG_LEVEL: 'error',
    ADMISSION: 'off',
    RATE_LIMIT_PER_MINUTE: 'off',
    DATABASE_URL: '',
    WEBHOOK_ALLOWED_HOSTS: 'localhost',
  };
  const started = await startServerChild({ entry, env: { ...env, ...own }, dataDir, readyTimeoutMs: 60_000 });
  if (!started.ok) throw new Error(started.detail);
  try {
    const ask = askerAt(started.server.baseUrl);
    const { verdicts, ...measured } = await sweepTenants(ask);
    const { verdicts: ofKeys, ...keys } = await sweepKeys(ask);
    for (const failure of keys.failures.slice(0, 50)) process.stderr.write(`${failure}\n`);
    return await conclude(values.out, [...verdicts, ...ofKeys], { ...measured, keys });
  } finally {
    await started.server.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Statuses that another organisation may receive, the same as for an id that does not exist. */
const allowed = new Set([400, 401, 403, 404]);

/** Path parameters that do not identify an object of one organisation. */
const namesNoObject = /\{(provider|email|number)\}|secrets\/\{name\}|gallery\/\{key\}/;

interface SweepOptions {
  /** Restricts the paths; all by default. */
  readonly only?: RegExp;
  /** Requests each operation only for objects of its own kind and one other, in turn. */
  readonly isShort?: boolean;
  /** Over a socket by default. */
  readonly carryCall?: CarryCall;
}

const overSocket: CarryCall = async (url) => {
  const run = placeCall({ dialect: 'telephony_a', url, identity: { from: '+15550001111', to: '+12025550190' } });
  await run.until(() => run.agentAudible.length > 0, 20_000);
  return async () => void (await run.hangUp());
};

interface Organisation {
  readonly name: string;
  readonly token: string;
}

/**
 * Requests each operation for each object of the first organisation, as a user and with an API key of the second, and
 * for an id that does not exist: both responses must be equal, and the object must be unchanged afterwards. Every list
 * and dashboard of the second is searched for data of the first.
 */
export async function sweepTenants(
  ask: Ask,
  { only = /./, isShort = false, carryCall = overSocket }: SweepOptions = {},
) {
  const register = async (name: string): Promise<Organisation> => {
    const body = { email: `${name}@example.com`, password: randomUUID(), organization_name: name };
    return { name, token: JSON.parse((await ask('POST', '/api/auth/register', { body })).text).token };
  };
  const first = (await register('first')).token;
  const { things, hangUp } = await furnish(ask, first, carryCall);
  const before = await Promise.all(things.map((thing) => viewOf(ask, first, thing)));
  for (const [index, { view }] of things.entries())
    if (before[index]?.startsWith('status ')) throw new Error(`${view} returned ${before[index]}`);
  const second = (await register('second')).token;
  const made = await ask('POST', '/api/auth/api-keys', { token: second, body: { name: 'sweep', scopes } });
  const callers = { session: second, key: JSON.parse(made.text).key as string };
  const described = JSON.parse((await ask('GET', '/openapi.json')).text) as Described;
  const routes = routesWithIds(described).filter(({ path }) => !namesNoObject.test(path) && only.test(path));

  const lists = listsOf(described).filter((path) => only.test(path));
  // Runs first: the second organisation's audit log will name what it has requested.
  const ofLists = await sweepLists(ask, { lists, things, callers });
  const swept = await sweepRoutes(ask, { routes, things, callers, isShort });
  const failures = [...ofLists, ...swept.failures, ...(await sweepRecordings(ask, { things, second, first }))];
  for (const [index, thing] of things.entries()) {
    if ((await viewOf(ask, first, thing)) !== before[index] && !(await hasEndedAlone(ask, first, thing)))
      failures.push(`the ${thing.kind} has changed`);
  }
  await hangUp();
  for (const failure of failures.slice(0, 50)) process.stderr.write(`${failure}\n`);
  const counted = Object.entries(swept.statuses)
    .map(([status, count]) => `${count} times ${status}`)
    .join(', ');
  const verdict: Verdict = {
    test: 'S-2 another organisation about every object',
    figure: `${routes.length} operations, ${things.length} kinds, ${swept.requests} requests: ${counted}; ${lists.length} lists; ${failures.length} leaks`,
    limit: '401, 403 or 404 as for an id that does not exist, 0 leaks, nothing changed',
    outcome: judged(failures.length === 0),
  };
  const { statuses, requests } = swept;
  return {
    verdicts: [verdict],
    failures,
    statuses,
    requests,
    operations: routes.length,
    kinds: things.length,
    lists: lists.length,
  };
}

interface Swept {
  readonly routes: readonly RouteWithId[];
  readonly things: readonly Thing[];
  readonly callers: Readonly<Record<string, string>>;
  readonly isShort: boolean;
}

async function sweepRoutes(ask: Ask, { routes, things, callers, isShort }: Swept) {
  const failures: string[] = [];
  const statuses: Record<string, number> = {};
  let requests = 0;
  for (const [index, route] of routes.entries()) {
    const missing = new Map<string, number>();
    let isReached = false;
    const about = async (id: string, token: string) => {
      requests += 1;
      const body = route.body?.(id);
      const path = `${route.path.replace(/\{\w+\}/, id)}${route.query === '' ? '' : `?${route.query}`}`;
      return ask(route.method, path, { token, ...(body === undefined ? {} : { body }) });
    };
    const others = things.filter((thing) => !thing.about.test(route.path));
    const other = others[index % others.length];
    const chosen = isShort ? things.filter((one) => one === other || one.about.test(route.path)) : things;
    for (const thing of chosen)
      for (const [who, token] of Object.entries(callers)) {
        if (isShort && thing === other && who === 'key') continue;
        const foreign = await about(thing.id, token);
        const like = `${who} ${isNumber(thing.id)}`;
        const unknown = missing.get(like) ?? (await about(missingLike(thing.id), token)).status;
        missing.set(like, unknown);
        isReached ||= foreign.status !== 400;
        statuses[foreign.status] = (statuses[foreign.status] ?? 0) + 1;
        const name = `${route.method} ${route.path} of a ${thing.kind} by ${who}`;
        if (!allowed.has(foreign.status)) failures.push(`${name}: ${foreign.status}`);
        if (foreign.status !== unknown && !mayBeShared(route, thing))
          failures.push(`${name}: ${foreign.status}, but ${unknown} without it`);
        if (names(foreign.text.replaceAll(thing.id, ''), things))
          failures.push(`${name}: names what is the other organisation's`);
      }
    if (!isReached) failures.push(`${route.method} ${route.path}: no body was found that it takes`);
  }
  return { failures, statuses, requests };
}

/** Extraction fields of the installation belong to every organisation, and a short id of another kind may be one of theirs. */
const mayBeShared = ({ path }: RouteWithId, { id, about }: Thing): boolean =>
  path.startsWith('/api/extraction-fields/') && isNumber(id) && !about.test(path);

/** Returns whether a text contains a canary or UUID of the other organisation; short ids would match anywhere. */
const names = (text: string, things: readonly Thing[]): boolean =>
  things.some(({ canary, id }) => text.includes(canary) || (!isNumber(id) && text.includes(id)));

/** Checks every list, summary and dashboard, as the second organisation sees it. */
async function sweepLists(
  ask: Ask,
  { lists, things, callers }: Pick<Swept, 'things' | 'callers'> & { readonly lists: readonly string[] },
): Promise<string[]> {
  const failures: string[] = [];
  for (const path of lists)
    for (const [who, token] of Object.entries(callers)) {
      const { status, text } = await ask('GET', path, { token });
      if (status >= 500) failures.push(`GET ${path} by ${who}: ${status}`);
      if (names(text, things)) failures.push(`GET ${path} by ${who}: names what is the other organisation's`);
      const stats = path === '/api/dashboard' && status === 200 ? JSON.parse(text).stats : undefined;
      if (stats !== undefined && stats.calls_total !== 0)
        failures.push(`GET ${path} by ${who}: counts ${stats.calls_total} calls of the other organisation`);
    }
  return failures;
}

/** Requests another organisation's recording without a token and with that of a different recording: both must fail. */
async function sweepRecordings(
  ask: Ask,
  { things, first, second }: { readonly things: readonly Thing[]; readonly first: string; readonly second: string },
): Promise<string[]> {
  const recording = things.find(({ kind }) => kind === 'uploaded recording');
  if (recording === undefined) return [];
  const urlOf = async (id: string, token: string): Promise<URL> => {
    const { text } = await ask('GET', `/api/calls/${id}`, { token });
    return new URL((JSON.parse(text) as { recording_url: string }).recording_url, 'http://localhost');
  };
  const theirs = await urlOf(recording.id, first);
  const own = await urlOf((await uploadRecording(ask, second, 'second')).id, second);
  const failures: string[] = [];
  for (const query of ['', own.search, '?token=x'])
    for (const token of [undefined, second]) {
      const { status } = await ask('GET', theirs.pathname + query, token === undefined ? {} : { token });
      if (status !== 401) failures.push(`GET ${theirs.pathname} with a token of another call: ${status}`);
    }
  const { status } = await ask('GET', theirs.pathname + theirs.search);
  if (status !== 200) failures.push(`GET ${theirs.pathname} with its own token: ${status}`);
  return failures;
}

const isNumber = (id: string): boolean => /^\d+$/.test(id);

const missingLike = (id: string): string => (isNumber(id) ? '999999999' : randomUUID());

/** Returns an object as its own organisation sees it. */
async function viewOf(ask: Ask, token: string, { view, part }: Thing): Promise<string> {
  const { status, text } = await ask('GET', view, { token });
  if (status !== 200) return `status ${status}`;
  return part === undefined ? text : JSON.stringify(JSON.parse(text)[part]);
}

async function hasEndedAlone(ask: Ask, token: string, { view, endedAlone }: Thing): Promise<boolean> {
  return endedAlone !== undefined && (await ask('GET', view, { token })).text.includes(endedAlone);
}
