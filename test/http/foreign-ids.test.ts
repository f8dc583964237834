import { expect, test } from 'vitest';
import { asOwner, kinds, type Method } from './route-kinds.ts';
import { rows } from './route-subjects.ts';
import { createFakeMedia, openTestApp } from './test-app.ts';
import { bearing } from './test-server.ts';

const missingUuid = '7b1f7f0e-58b1-4c3c-8f0a-0000000000ff';
/** Conversations are numbered. */
const missingNumber = '999999999';

interface Described {
  readonly paths: Record<string, Record<string, { 'x-access'?: { superadmin: boolean } }>>;
}

/**
 * Routes with a parameter in the path. Left out: routes of the operator, and providers, which every organisation has
 * (test/telephony/connections.test.ts shows that each sees its own connection). Secrets have names that each organisation chooses (test/tools/secrets.test.ts). The gallery is everybody's, and the
 * key of an agent on websites stands in their pages. Callbacks name calls by uuids that only
 * this server gave out.
 */
function routesWithIds({ paths }: Described): string[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, one]) =>
      path
        .replace(/\{provider\}|\{call_uuid\}|secrets\/\{name\}|(gallery|website\/agents)\/\{key\}/, '')
        .includes('{') && one['x-access']?.superadmin !== true
        ? [`${method.toUpperCase()} ${path}`]
        : [],
    ),
  );
}

test('foreign and missing ids return the same response on every route', async () => {
  const opened = await openTestApp({ media: createFakeMedia(), env: { SETTINGS_ENCRYPTION_KEY: 'k'.repeat(32) } });
  const { http } = opened;
  const password = 'correct horse battery';
  const other = { email: 'other@example.com', password, organization_name: 'Theirs' };
  const theirs = (await http.inject({ method: 'POST', url: '/api/auth/register', payload: other })).json().token;
  const app = asOwner(opened);
  const routes = routesWithIds((await http.inject({ url: '/openapi.json' })).json());
  expect(routes.length).toBeGreaterThanOrEqual(Object.keys(rows).length);

  const used = new Set<string>();
  for (const route of routes) {
    // The same routes at a second address.
    const name = route.replace('/api/pf-coach/', '/api/');
    const row = rows[name];
    if (row === undefined) return expect.unreachable(`${route}: say in route-subjects.ts how one of its kind is made`);
    used.add(name);
    const [method, path] = route.split(' ') as [Method, string];
    const id = await kinds[row.kind](app);
    expect(String(id), route).toMatch(/^([0-9a-f-]{36}|\d+)$/);
    const missing = /^\d+$/.test(id) ? missingNumber : missingUuid;
    const ask = (uuid: string, headers: Record<string, string> = {}) =>
      http.inject({
        method,
        url: `${path
          .replace('{version}', '1')
          .replace('{proof_uuid}', missingUuid)
          .replace('{split_uuid}', missingUuid)
          .replace(/\{\w+\}/, uuid)}${row.query === undefined ? '' : `?${row.query}`}`,
        headers,
        ...(row.body === undefined ? {} : { payload: typeof row.body === 'function' ? row.body(uuid) : row.body }),
      });
    const foreign = await ask(id, bearing(theirs));
    const none = await ask(missing, bearing(theirs));
    expect(foreign.statusCode, route).toBe(row.own === 401 ? 401 : 404);
    expect(none.statusCode, route).toBe(foreign.statusCode);
    expect(foreign.body.replaceAll(id, missing), route).toBe(none.body);
    expect(Object.keys(foreign.headers), route).toEqual(Object.keys(none.headers));
    for (const id of ['no-uuid', '11111111-1111-1111-1111-111111111111', '0'])
      expect((await ask(id, bearing(theirs))).statusCode, `${route} of ${id}`).toBe(404);
    // Asked last, so that it shows that the foreign request changed nothing.
    expect((await ask(id)).statusCode, route).toBe(row.own);
  }
  expect([...used].sort()).toEqual(Object.keys(rows).sort());
});
