import { createHmac, hkdfSync, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { operatorTokenPath } from '../../src/features/people/accounts/index.ts';
import { openAccountsApp } from './accounts-app.ts';

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token that is right in all but what is changed. */
function forge(secret: string, payload: Record<string, unknown>, header: Record<string, unknown> = {}): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'parley session tokens v1', 32));
  const body = `${part({ alg: 'HS256', typ: 'JWT', ...header })}.${part(payload)}`;
  return `${body}.${createHmac('sha256', key).update(body).digest('base64url')}`;
}

const claimsOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] as string, 'base64url').toString());

describe('invalid credentials', () => {
  test('all return 401 with the same body', async () => {
    const secret = 'the secret of this server, long enough';
    const app = await openAccountsApp({ env: { SESSION_SECRET: secret } });
    const token = await app.register('ada@example.com');
    const claims = claimsOf(token);
    expect((await app.ask('GET', '/me', { token: forge(secret, claims) })).status).toBe(200);
    const stranger = await app.register('eve@example.com');
    const ended = (await app.ask('POST', '/login', { body: { email: 'eve@example.com', password: 'x' } })).status;
    expect(ended).toBe(401);
    await app.ask('POST', '/logout', { token: stranger });
    const bad = [
      stranger,
      forge('another secret', claims),
      forge(secret, { ...claims, jti: randomUUID() }),
      forge(secret, { ...claims, sub: claimsOf(stranger).sub }),
      forge(secret, { ...claims, exp: undefined }),
      forge(secret, { ...claims, exp: 1 }),
      forge(secret, { ...claims, aud: 'x' }),
      forge(secret, { ...claims, iss: 'x' }),
      forge(secret, claims, { alg: 'none' }),
      `${part({ alg: 'none' })}.${part(claims)}.`,
      token.slice(0, -2),
      'nonsense',
      `parley_abcdefghij_${'a'.repeat(43)}`,
      'parley_',
      'parley_operator_nonsense',
    ];
    const answers = await Promise.all([
      ...bad.map((given) => app.ask('GET', '/me', { token: given })),
      app.ask('GET', '/me'),
      app.ask('GET', '/me', { headers: { authorization: `Basic ${token}` } }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 401));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });
});

describe('the operator’s token', () => {
  test('is readable by its owner only, valid on this machine only, and removed with the server', async () => {
    const app = await openAccountsApp();
    await app.plane.listening('http://127.0.0.1:8123');
    const path = operatorTokenPath(app.dataDir, 8123);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const token = readFileSync(path, 'utf8').trim();
    const here = await app.plane.authenticator.identify(token, { isOnThisMachine: true });
    expect(here).toMatchObject({ method: 'api_key', role: 'admin', superadmin: false });
    expect(await app.plane.authenticator.identify(token, { isOnThisMachine: false })).toBeUndefined();
    const relayed = await app.ask('GET', '/me', { token, headers: { 'x-forwarded-for': '198.51.100.1' } });
    expect(relayed.status).toBe(401);
    expect((await app.ask('GET', '/me', { token })).status).toBe(404);
    expect((await app.ask('GET', '/members', { token })).status).toBe(403);
    await app.plane.close();
    expect(existsSync(path)).toBe(false);
  });

  test('differs in every process', async () => {
    const [first, second] = [await openAccountsApp(), await openAccountsApp()];
    await first.plane.listening('http://127.0.0.1:8123');
    const token = readFileSync(operatorTokenPath(first.dataDir, 8123), 'utf8').trim();
    expect(await second.plane.authenticator.identify(token, { isOnThisMachine: true })).toBeUndefined();
  });
});

test('passwords, tokens, keys and hashes appear in no log, and only in the response that delivers them', async () => {
  const app = await openAccountsApp({ env: { SESSION_SECRET: 'canary-session-secret-canary' } });
  const password = 'canary-password-one';
  const body = { email: 'canary@example.com', password, organization_name: 'O' };
  const { token } = (await app.ask('POST', '/register', { body })).body;
  const { key, uuid } = (await app.ask('POST', '/api-keys', { token, body: { name: 'k', scopes: ['agent:ocr'] } }))
    .body;
  const answers = [
    await app.ask('GET', '/me', { token }),
    await app.ask('GET', '/me', { token: key }),
    await app.ask('GET', '/members', { token }),
    await app.ask('GET', '/api-keys', { token }),
    await app.ask('GET', '/superadmin/organizations', { token }),
    await app.ask('POST', '/register', { body }),
    await app.ask('POST', '/login', { body: { ...body, password: `${password}!` } }),
    await app.ask('POST', '/password/reset', { body: { token: 'canary-reset', password } }),
    await app.ask('POST', '/register', { body: { ...body, password: 'canary' } }),
    await app.ask('DELETE', `/api-keys/${uuid}`, { token }),
  ];
  const secrets = [/canary-password/, /canary-session/, /canary-reset/, /plain:/, key.slice(-43), token.split('.')[2]];
  for (const secret of secrets) {
    expect(answers.map(({ text }) => text).join('\n')).not.toMatch(secret);
    expect(app.logged.join('\n')).not.toMatch(secret);
  }
  expect(app.logged.join('\n')).not.toMatch(/canary@example/);
});
