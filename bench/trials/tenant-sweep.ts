import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compiledTwin } from '../../media/kit/thread.ts';
import { startServerChild } from '../../src/cli/server-child.ts';
import { scopes } from '../../src/http/identity.ts';
import { type Ask, askerAt } from './tenant-ask.ts';
import { type Described, routesWithIds } from './tenant-routes.ts';
import { furnish, type Thing } from './tenant-things.ts';
import { conclude, judged, type Verdict } from './verdict.ts';

const usage = `tenant-sweep: every operation of /openapi.json with an id in its path, asked by another organisation about every kind of object.
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
  const entry = compiledTwin(new URL('./scripted-server.ts', import.meta.url), import.meta.url);
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
    const { verdicts, ...measured } = await sweepTenants(askerAt(started.server.baseUrl));
    return await conclude(values.out, verdicts, measured);
  } finally {
    await started.server.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Statuses that another organisation may see, the same as for an id that does not exist. */
const allowed = new Set([400, 401, 403, 404]);

/** Ids of its own providers that each organisation may name. */
const namesNoObject = /\{(provider|email|number)\}/;

/**
 * Asks each operation about each object of the first organisation, as a person and with a key of the second, and about an
 * id that does not exist: both must have the same answer, and the object must be unchanged afterwards.
 */
export async function sweepTenants(ask: Ask, only = /./) {
  const register = async (name: string): Promise<string> => {
    const body = { email: `${name}@example.com`, password: randomUUID(), organization_name: name };
    return JSON.parse((await ask('POST', '/api/auth/register', { body })).text).token;
  };
  const first = await register('first');
  const things = await furnish(ask, first);
  const before = await Promise.all(things.map((thing) => viewOf(ask, first, thing)));
  for (const [index, { view }] of things.entries())
    if (before[index]?.startsWith('status ')) throw new Error(`${view} returned ${before[index]}`);
  const second = await register('second');
  const made = await ask('POST', '/api/auth/api-keys', { token: second, body: { name: 'sweep', scopes } });
  const key = JSON.parse(made.text).key as string;
  const described = JSON.parse((await ask('GET', '/openapi.json')).text) as Described;
  const routes = routesWithIds(described).filter(({ path }) => !namesNoObject.test(path) && only.test(path));

  const failures: string[] = [];
  const statuses: Record<string, number> = {};
  const reached = new Set<string>();
  let requests = 0;
  for (const route of routes)
    for (const thing of things)
      for (const [who, token] of [['session', second] as const, ['key', key] as const]) {
        const about = async (id: string) => {
          requests += 1;
          const body = route.body?.(id);
          return ask(route.method, route.path.replace(/\{\w+\}/, id), {
            token,
            ...(body === undefined ? {} : { body }),
          });
        };
        const foreign = await about(thing.id);
        const missing = await about(missingLike(thing.id));
        if (foreign.status !== 400) reached.add(`${route.method} ${route.path}`);
        statuses[foreign.status] = (statuses[foreign.status] ?? 0) + 1;
        const name = `${route.method} ${route.path} of a ${thing.kind} by ${who}`;
        if (!allowed.has(foreign.status)) failures.push(`${name}: ${foreign.status}`);
        if (foreign.status !== missing.status)
          failures.push(`${name}: ${foreign.status}, but ${missing.status} without it`);
        if (
          things.some(
            ({ canary, id }) =>
              foreign.text.replaceAll(thing.id, '').includes(canary) || (id !== thing.id && foreign.text.includes(id)),
          )
        )
          failures.push(`${name}: names what is the other organisation's`);
      }
  const after = await Promise.all(things.map((thing) => viewOf(ask, first, thing)));
  things.forEach(({ kind }, index) => {
    if (before[index] !== after[index]) failures.push(`the ${kind} has changed`);
  });
  const unreached = routes.map(({ method, path }) => `${method} ${path}`).filter((name) => !reached.has(name));
  for (const name of unreached) failures.push(`${name}: no body was found that it takes`);
  for (const failure of failures.slice(0, 50)) process.stderr.write(`${failure}\n`);
  const counted = Object.entries(statuses)
    .map(([status, count]) => `${count} times ${status}`)
    .join(', ');
  const verdict: Verdict = {
    test: 'S-2 another organisation about every object',
    figure: `${routes.length} operations, ${things.length} kinds, ${requests} requests: ${counted}; ${failures.length} leaks`,
    limit: '401, 403 or 404 as for an id that does not exist, 0 leaks, nothing changed',
    outcome: judged(failures.length === 0),
  };
  return { verdicts: [verdict], failures, statuses, requests, operations: routes.length, kinds: things.length };
}

const missingLike = (id: string): string => (/^\d+$/.test(id) ? '999999999' : randomUUID());

/** What its own organisation sees of it. */
async function viewOf(ask: Ask, token: string, { view, part }: Thing): Promise<string> {
  const { status, text } = await ask('GET', view, { token });
  if (status !== 200) return `status ${status}`;
  return part === undefined ? text : JSON.stringify(JSON.parse(text)[part]);
}
