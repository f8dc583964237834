import { describe, expect, test } from 'vitest';
import type { Access } from '../../src/http/access.ts';
import type { Identity } from '../../src/http/identity.ts';
import { apiKey, fakeAuthenticator, session, waiting } from './fake-authenticator.ts';
import { bearing, openTestServer } from './test-server.ts';

const people = {
  member: session('member'),
  manager: session('manager'),
  admin: session('admin'),
  superadmin: session('member', { superadmin: true }),
  waiting: waiting(),
  reader: apiKey(['voice:calls:read']),
  writer: apiKey(['voice:calls:read', 'voice:calls:write']),
  bare: apiKey([]),
  restricted: apiKey(['voice:calls:read'], { restricted: true }),
};

type Person = keyof typeof people;

/** A server with one route of this declaration, and what it saw. */
async function serve(access: Access) {
  const authenticator = fakeAuthenticator(people);
  const { app } = await openTestServer({ authenticator });
  const seen: (Identity | undefined)[] = [];
  app.route({
    method: ['GET', 'POST'],
    url: '/it',
    config: { access },
    handler: async (request) => {
      seen.push(request.identity);
      return { done: true };
    },
  });
  const ask = (headers: Record<string, string>) => app.inject({ url: '/it', headers });
  return { app, authenticator, seen, ask, as: (person: Person) => ask(bearing(person)) };
}

const declarations: [Access, Partial<Record<Person, string>>][] = [
  [{}, { waiting: 'does not belong to an organisation', restricted: 'name one of its scopes: voice:calls:read' }],
  [
    { scopes: ['voice:calls:read'], readOnly: true },
    { bare: 'scope voice:calls:read', waiting: 'does not belong to an organisation' },
  ],
  [
    { scopes: ['voice:calls:write'], role: 'manager' },
    {
      member: 'This requires the role manager or admin.',
      superadmin: 'This requires the role manager or admin.',
      waiting: 'does not belong to an organisation',
      reader: 'the scope voice:calls:write.',
      bare: 'the scope voice:calls:write.',
      restricted: 'the scope voice:calls:write.',
      writer:
        'the scope voice:calls:write and an owner of the API key with the role manager or admin; its owner is a member',
    },
  ],
  [
    { scopes: ['voice:calls:read', 'voice:calls:write'] },
    {
      bare: 'scopes voice:calls:read, voice:calls:write',
      reader: 'scopes voice:calls:read, voice:calls:write',
      restricted: 'scopes voice:calls:read, voice:calls:write',
      waiting: 'does not belong to an organisation',
    },
  ],
  [
    { role: 'manager', keys: false },
    {
      member: 'role manager or admin',
      superadmin: 'role manager or admin',
      waiting: 'does not belong to an organisation',
      reader: 'API keys are not accepted',
      writer: 'API keys are not accepted',
      bare: 'API keys are not accepted',
      restricted: 'API keys are not accepted',
    },
  ],
  [
    { role: 'admin' },
    {
      member: 'role admin',
      manager: 'role admin',
      superadmin: 'role admin',
      waiting: 'does not belong to an organisation',
      reader: 'role admin',
      writer: 'role admin',
      bare: 'role admin',
      restricted: 'name one of its scopes',
    },
  ],
  [
    { superadmin: true, organisation: false },
    Object.fromEntries(
      ['member', 'manager', 'admin', 'waiting', 'reader', 'writer', 'bare', 'restricted'].map((one) => [
        one,
        'superadmin',
      ]),
    ),
  ],
  [{ organisation: false }, { restricted: 'name one of its scopes' }],
];

describe('the credential of a route', () => {
  test.each(declarations)('%j', async (access, refused) => {
    const { as, seen } = await serve(access);
    for (const person of Object.keys(people) as Person[]) {
      const before = seen.length;
      const answer = await as(person);
      const why = refused[person];
      expect(answer.statusCode, person).toBe(why === undefined ? 200 : 403);
      if (why === undefined) expect(seen.at(-1), person).toBe(people[person]);
      else expect(answer.json(), person).toEqual({ detail: expect.stringContaining(why) });
      expect(seen.length - before, person).toBe(why === undefined ? 1 : 0);
    }
  });

  test('is not checked on a public route', async () => {
    const { ask, authenticator, seen } = await serve('public');
    for (const headers of [{}, bearing('unknown'), bearing('member')])
      expect((await ask(headers)).statusCode).toBe(200);
    expect(authenticator.asked).toEqual([]);
    expect(seen).toEqual([undefined, undefined, undefined]);
  });

  test('suffices from any address, name and page', async () => {
    const { ask } = await serve({});
    const headers = { ...bearing('member'), host: 'voice.example', 'x-forwarded-for': '198.51.100.1' };
    expect((await ask({ ...headers, origin: 'https://app.example' })).statusCode).toBe(200);
  });
});

describe('an invalid credential', () => {
  const bad: [string, Record<string, string>][] = [
    ['absent', {}],
    ['empty', { authorization: '' }],
    ['of another kind', { authorization: 'Basic bWVtYmVyOg==' }],
    ['without a token', { authorization: 'Bearer' }],
    ['with two tokens', { authorization: 'Bearer member admin' }],
    ['with a comma', { authorization: 'Bearer member,admin' }],
    ['unknown', bearing('unknown')],
    ['a name of the prototype', bearing('constructor')],
    ['too long', bearing('a'.repeat(5000))],
    ['in quotes', { authorization: 'Bearer "member"' }],
    ['in the query', {}],
    ['in a cookie', { cookie: 'authorization=Bearer member' }],
  ];

  test('returns the same 401 in every case', async () => {
    const { app, seen } = await serve({});
    const bodies = new Set<string>();
    for (const [what, headers] of bad) {
      const answer = await app.inject({ url: '/it?token=member&access_token=member', headers });
      expect(answer.statusCode, what).toBe(401);
      expect(answer.headers['www-authenticate'], what).toBe('Bearer');
      bodies.add(answer.body);
    }
    expect(bodies.size).toBe(1);
    expect(JSON.parse([...bodies][0] as string)).toEqual({ detail: expect.stringContaining('Authorization: Bearer') });
    expect(seen).toEqual([]);
  });

  test('is read with any case of the scheme', async () => {
    const { ask } = await serve({});
    expect((await ask({ authorization: 'bearer member' })).statusCode).toBe(200);
    expect((await ask({ authorization: 'BEARER   member' })).statusCode).toBe(200);
  });

  test('is rejected before the body is read', async () => {
    const { app } = await serve({});
    const headers = { 'content-type': 'application/json' };
    const post = (payload: string, more = {}) =>
      app.inject({ method: 'POST', url: '/it', headers: { ...headers, ...more }, payload });
    expect((await post('{"name":')).statusCode).toBe(401);
    expect((await post('x'.repeat(2 ** 21))).statusCode).toBe(401);
    expect((await post('{"name":', bearing('member'))).statusCode).toBe(400);
  });

  test('check that fails returns 500 without details', async () => {
    const authenticator = { identify: () => Promise.reject(new Error('secret inside')) };
    const { app } = await openTestServer({ authenticator });
    app.route({ method: 'GET', url: '/it', config: { access: {} }, handler: async () => ({}) });
    const answer = await app.inject({ url: '/it', headers: bearing('member') });
    expect(answer.statusCode).toBe(500);
    expect(answer.body).not.toContain('secret');
  });

  test('is not logged', async () => {
    const { app, logged } = await openTestServer({ authenticator: fakeAuthenticator({}) });
    app.route({ method: 'GET', url: '/it', config: { access: {} }, handler: async () => ({}) });
    await app.inject({ url: '/it?token=canary-query', headers: bearing('canary-header') });
    expect(logged.length).toBeGreaterThan(0);
    expect(JSON.stringify(logged)).not.toContain('canary');
  });
});
