import { expect, test } from 'vitest';
import { type Identity, type Role, roles, type Scope, scopes } from '../../src/http/identity.ts';
import { apiKey, fakeAuthenticator, session, waiting } from './fake-authenticator.ts';
import { openTestApp } from './test-app.ts';
import { bearing } from './test-server.ts';

interface Access {
  readonly scopes: readonly Scope[];
  /** A restricted key needs none of them. */
  readonly any_scope: boolean;
  readonly role: Role;
  readonly api_keys: boolean;
  readonly superadmin: boolean;
  /** A superadmin of an organisation needs no role. */
  readonly or_superadmin: boolean;
  readonly organisation: boolean;
}

interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** Undefined where anyone is answered. */
  readonly access: Access | undefined;
  readonly statuses: readonly number[];
}

const missingId = '7b1f7f0e-58b1-4c3c-8f0a-000000000000';

const people = {
  member: session('member'),
  manager: session('manager'),
  admin: session('admin'),
  superadmin: session('member', { superadmin: true }),
  'admin who is superadmin': session('admin', { superadmin: true }),
  'nobody of an organisation': waiting(),
};

/** For each role: a key of each scope, of all of them, of none, and of all but one; some of them restricted too. */
function holders(needed: readonly Scope[]): Record<string, Identity> {
  const wide: readonly (readonly [string, readonly Scope[]])[] = [
    ['nothing', []],
    ['all', scopes],
    ['what is needed', needed],
  ];
  const narrow = [
    ...scopes.map((scope) => [scope, [scope]] as const),
    ...needed.map((scope) => [`all but ${scope}`, scopes.filter((one) => one !== scope)] as const),
  ];
  const keys = roles.flatMap((role) => [
    ...wide.map(([what, granted]) => [
      `a restricted key with ${what}, of a ${role}`,
      apiKey(granted, { role, restricted: true }),
    ]),
    ...[...wide, ...narrow].map(([what, granted]) => [`a key with ${what}, of a ${role}`, apiKey(granted, { role })]),
  ]);
  return { ...people, ...Object.fromEntries(keys) };
}

const credentials: Record<string, Record<string, string>> = {
  none: {},
  garbage: { authorization: 'Bearer garbage' },
  'of another kind': { authorization: 'Basic bWVtYmVyOm1lbWJlcg==' },
  'expired, so unknown to the authenticator': bearing('expired'),
  'in a cookie': { cookie: 'token=member' },
};

/** Stated independently of the code that enforces it. */
function mayUse(access: Access, who: Identity): boolean {
  const isKey = who.method === 'api_key';
  return (
    (access.api_keys || !isKey) &&
    (!access.superadmin || who.superadmin) &&
    (!access.organisation ||
      (who.organisationId !== undefined &&
        ((access.or_superadmin && who.superadmin) ||
          roles.indexOf(who.role ?? 'member') >= roles.indexOf(access.role)))) &&
    (!(isKey && who.restricted) || access.scopes.length > 0 || access.any_scope) &&
    access.scopes.every((scope) => who.scopes.includes(scope))
  );
}

function operationsOf(api: { paths: Record<string, Record<string, Record<string, unknown>>> }): Operation[] {
  return Object.entries(api.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, one]) => ({
      method: method.toUpperCase() as Operation['method'],
      path,
      access: one['x-access'] as Access | undefined,
      statuses: Object.keys(one.responses as object).map(Number),
    })),
  );
}

test('every route responds to every kind of caller as declared', async () => {
  const known: Record<string, Identity> = {};
  const app = await openTestApp({ authenticator: fakeAuthenticator(known) });
  const operations = operationsOf((await app.http.inject({ url: '/openapi.json' })).json());
  expect(operations.length).toBeGreaterThan(25);
  const unauthorised = new Set<string>();
  let cells = 0;

  for (const operation of operations) {
    const { method, access } = operation;
    const name = `${method} ${operation.path}`;
    const url = operation.path.replaceAll(/\{[^}]+\}/g, missingId);
    // What is wrong with the body must not matter before the caller is known.
    const payload = ['POST', 'PUT', 'PATCH'].includes(method) ? { payload: '{', type: 'application/json' } : undefined;
    const ask = (headers: Record<string, string>) =>
      app.http.inject({
        method,
        url,
        headers: { ...headers, ...(payload === undefined ? {} : { 'content-type': payload.type }) },
        ...(payload === undefined ? {} : { payload: payload.payload }),
      });

    for (const [what, headers] of Object.entries(credentials)) {
      const answer = await ask(headers);
      cells += 1;
      if (access === undefined) expect(operation.statuses, `${name}, credential ${what}`).toContain(answer.statusCode);
      else {
        expect(answer.statusCode, `${name}, credential ${what}`).toBe(401);
        unauthorised.add(answer.body);
      }
    }
    if (access === undefined) continue;
    for (const [what, identity] of Object.entries(holders(access.scopes))) {
      known.token = identity;
      const answer = await ask(bearing('token'));
      cells += 1;
      const where = `${name}, ${what}`;
      expect(operation.statuses, where).toContain(answer.statusCode);
      expect(answer.statusCode, where).not.toBe(401);
      expect(answer.statusCode, where).toBeLessThan(500);
      if (mayUse(access, identity)) expect(answer.statusCode, where).not.toBe(403);
      else expect(answer.statusCode, where).toBe(403);
      if (what.includes('key with all but') && access.api_keys)
        for (const scope of access.scopes) expect(answer.json().detail, where).toContain(scope);
    }
  }
  expect(unauthorised.size).toBe(1);
  expect(cells).toBeGreaterThan(operations.length * 5);
});
