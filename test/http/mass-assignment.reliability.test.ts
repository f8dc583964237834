import { expect, test } from 'vitest';
import { isCallback } from './provider-paths.ts';
import {
  type Body,
  type Described,
  type DescribedRoute,
  isSpecial,
  prepare,
  resolved,
  routesOf,
} from './request-bodies.ts';
import { asOwner, ours, type Shared } from './route-kinds.ts';
import { rows } from './route-subjects.ts';
import { createFakeMedia, openTestApp } from './test-app.ts';

const canary = 'assigned-by-the-sender';
const theirs = '00000000-0000-4000-8000-0000000000ee';

/** Fields that no client may set, with the values that would prove that one did. */
const never: Readonly<Record<string, unknown>> = {
  uuid: theirs,
  id: theirs,
  user_uuid: theirs,
  owner_uuid: theirs,
  created_by: theirs,
  organisation_id: theirs,
  organization_id: theirs,
  organisationId: theirs,
  organization_uuid: theirs,
  role: 'admin',
  superadmin: true,
  is_superadmin: true,
  scopes: ['sales:reports:read'],
  status: 'dead',
  is_active: false,
  waitlist_status: 'approved',
  attempts: 41,
  opted_out: true,
  created_at: '2001-01-01T00:00:00.000Z',
  updated_at: '2001-01-01T00:00:00.000Z',
  expires_at: '2901-01-01',
  secret: canary,
  password_hash: canary,
  digest: canary,
  sealed: canary,
  lease_owner: canary,
  phone_key: canary,
  'x-unknown': canary,
  constructor: canary,
  toString: canary,
};

/** Values that stand nowhere else. */
const traces = [canary, theirs, '2001-01-01', '2901-01-01'];

/** The body with all of `never` that the schema does not know, in it and in each object of it. */
function extended(value: unknown, schema: Readonly<Record<string, unknown>>, described: Described): unknown {
  const whole = resolved(schema, described);
  if (Array.isArray(value)) return value.map((one) => extended(one, (whole.items ?? {}) as typeof schema, described));
  if (typeof value !== 'object' || value === null || whole.properties === undefined) return value;
  const known = whole.properties as Record<string, typeof schema>;
  const own = Object.entries(value).map(([name, part]) => [name, extended(part, known[name] ?? {}, described)]);
  const foreign = Object.entries(never).filter(([name]) => !Object.hasOwn(known, name));
  return { ...Object.fromEntries(foreign), ...Object.fromEntries(own) };
}

/** What a provider says of a call is kept as it says it, beside what is made of it. */
const isAsSaid = (row: object): boolean => 'type' in row && row.type === 'callback';

type Rows = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

async function rowsOf({ database }: Shared): Promise<Rows> {
  const entries = Object.entries(database.tables).map(async ([name, table]) => [
    name,
    (await database.system.read.select().from(table)).filter((row) => !isAsSaid(row)),
  ]);
  return Object.fromEntries(await Promise.all(entries)) as Rows;
}

/** What decides whose a row is, what it may do and how it stands. */
const telling = ['role', 'superadmin', 'status', 'isActive', 'waitlistStatus', 'scopes', 'optedOut'];

const whose = (organisationId: unknown): string => {
  if (organisationId === ours) return 'ours';
  return organisationId === undefined || organisationId === null ? 'none' : 'made on the way';
};

/** Counts the rows of each table by their values in the columns compared. */
function standing(rows: Rows): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [table, all] of Object.entries(rows)) {
    // Only work in the background writes them.
    if (table === 'jobSteps') continue;
    for (const row of all) {
      // Jobs and erasures move on while the routes are called, and an audit event gets its status after the response.
      const isLater = ['jobs', 'erasures', 'auditEvents'].includes(table);
      const told = telling.map((name) => (isLater && name === 'status' ? null : row[name]));
      const key = `${table} ${JSON.stringify([whose(row.organisationId), ...told])}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return counts;
}

/**
 * Routes that refuse unknown fields, or only succeed where there is nothing else, or with a provider or a model to ask;
 * see the tests of those.
 */
const refused: Readonly<Record<string, number>> = {
  'POST /api/auth/demo': 409,
  'POST /api/calls/deletions': 400,
  'POST /api/calls/deletions/preview': 400,
  'POST /api/settings/mcp-servers': 400,
  'POST /v1/calls': 404,
  'POST /api/voice/numbers/answer-url': 409,
  'POST /api/voice/webhooks/telephony_a/click-to-call/status/{call_uuid}': 404,
  'POST /api/voice/webhooks/telephony_b/click-to-call/status/{call_uuid}': 404,
  'POST /api/voice/webhooks/twilio/click-to-call/status/{call_uuid}': 404,
  'POST /api/voice/webhooks/vobiz/click-to-call/status/{call_uuid}': 404,
  'POST /api/agents/audio_agent/process-audio': 400,
  'POST /api/agents/audio_agent/reparse-audio': 400,
  'POST /api/agents/audio_agent/ask_audio': 400,
};

const changed = (before: Rows, after: Rows): Record<string, number> => {
  const [had, has] = [standing(before), standing(after)];
  return Object.fromEntries(
    [...new Set([...had.keys(), ...has.keys()])]
      .map((key): [string, number] => [key, (has.get(key) ?? 0) - (had.get(key) ?? 0)])
      .filter(([, by]) => by !== 0)
      .sort(),
  );
};

interface Done {
  readonly status: number;
  readonly body: string;
  readonly names: readonly string[];
  readonly changed: Record<string, number>;
  /** All rows afterwards. */
  readonly rows: Rows;
}

async function send(app: Shared, route: DescribedRoute, described: Described, isExtended: boolean): Promise<Done> {
  const { url, body = {}, token } = await prepare(app, route, described);
  const payload = isExtended ? (extended(body, route.body ?? {}, described) as Body) : body;
  const before = await rowsOf(app);
  const answer = await app.http.inject({
    method: route.method,
    url,
    payload,
    ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
  });
  const after = await rowsOf(app);
  return {
    status: answer.statusCode,
    body: answer.body,
    names: answer.headers['content-type']?.toString().includes('json') ? Object.keys(answer.json()) : [],
    changed: changed(before, after),
    rows: after,
  };
}

test('fields outside the description are neither accepted from a body nor returned by any route', async () => {
  const env = { SETTINGS_ENCRYPTION_KEY: 'k'.repeat(32) };
  const app = asOwner(await openTestApp({ media: createFakeMedia(), env }));
  const described = (await app.http.inject({ url: '/openapi.json' })).json() as Described;
  const routes = routesOf(described).filter(({ body }) => body !== undefined);
  expect(routes.length).toBeGreaterThan(20);

  for (const route of routes) {
    const name = `${route.method} ${route.path}`;
    let [more, plain] = [await send(app, route, described, true), await send(app, route, described, false)];
    const isSame = () => JSON.stringify(plain.changed) === JSON.stringify(more.changed);
    // The first of a kind may begin a count as well, and work in the background changes rows when it likes.
    for (let round = 0; round < 5 && !isSame(); round += 1)
      [more, plain] = [await send(app, route, described, true), await send(app, route, described, false)];
    const known = refused[route.name] ?? (isSpecial(route) ? undefined : rows[route.name]?.own);
    // A callback may name a call that does not exist here.
    const expected =
      known ?? expect.toSatisfy((status: number) => status < 300 || (isCallback(route.path) && status === 404));
    expect.soft(plain.status, `${name} (say in request-bodies.ts what it takes): ${plain.body}`).toEqual(expected);
    expect.soft([more.status, more.names], `${name}: ${more.body}`).toEqual([plain.status, plain.names]);
    expect.soft(more.changed, name).toEqual(plain.changed);
    const kept = JSON.stringify(plain.rows);
    for (const trace of traces) {
      expect.soft(more.body, name).not.toContain(trace);
      expect.soft(kept.includes(trace), `${name} kept ${trace}`).toBe(false);
    }
    // Nothing answers at the address of this model. The routes that follow are judged without one.
    if (route.name === 'PUT /api/settings/language-model')
      await app.http.inject({ method: 'DELETE', url: '/api/settings/language-model' });
  }
});
