import { describe, expect, test } from 'vitest';
import { fakeAuthenticator, session } from './fake-authenticator.ts';
import { bearing, openTestServer } from './test-server.ts';

async function open(corsOrigins?: readonly string[]) {
  const { app } = await openTestServer({
    authenticator: fakeAuthenticator({ member: session('member') }),
    ...(corsOrigins === undefined ? {} : { corsOrigins }),
  });
  app.route({ method: ['GET', 'PATCH'], url: '/it', config: { access: {} }, handler: async () => ({}) });
  return {
    read: (origin: string, headers = bearing('member')) => app.inject({ url: '/it', headers: { origin, ...headers } }),
    preflight: (origin: string) =>
      app.inject({
        method: 'OPTIONS',
        url: '/it',
        headers: {
          origin,
          'access-control-request-method': 'PATCH',
          'access-control-request-headers': 'authorization',
        },
      }),
  };
}

describe('pages of other origins', () => {
  test('read nothing unless configured', async () => {
    for (const server of [await open(), await open([])]) {
      expect((await server.read('https://app.example')).headers['access-control-allow-origin']).toBeUndefined();
      expect((await server.preflight('https://app.example')).statusCode).toBe(405);
    }
  });

  test('read with a token if configured', async () => {
    const { read, preflight } = await open(['https://app.example', 'https://two.example:8443']);
    const asked = await preflight('https://app.example');
    expect(asked.statusCode).toBe(204);
    expect(asked.headers['access-control-allow-origin']).toBe('https://app.example');
    expect(asked.headers['access-control-allow-methods']).toContain('PATCH');
    expect(asked.headers['access-control-allow-headers']).toContain('authorization');
    expect(asked.headers['access-control-allow-credentials']).toBeUndefined();
    const answer = await read('https://two.example:8443');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['access-control-allow-origin']).toBe('https://two.example:8443');
    expect(answer.headers['access-control-expose-headers']).toContain('x-request-id');
    expect(String(answer.headers.vary).toLowerCase()).toContain('origin');
  });

  test('can read an error response too', async () => {
    const { read } = await open(['https://app.example']);
    const answer = await read('https://app.example', {});
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['access-control-allow-origin']).toBe('https://app.example');
  });

  test.each(['https://app.example.evil.example', 'http://app.example', 'https://app.example:444', 'null'])(
    '%s is not a named one',
    async (origin) => {
      const { read } = await open(['https://app.example']);
      expect((await read(origin)).headers['access-control-allow-origin']).not.toBe(origin);
    },
  );
});
