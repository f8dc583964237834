import { createHmac, createPublicKey, generateKeyPairSync, hkdfSync, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createSessionTokens } from '../../src/features/people/accounts/session-tokens.ts';

const secret = 'the secret of this server';
const now = () => new Date('2026-03-01T12:00:00Z');
const tokens = createSessionTokens(secret, now);
const claims = { sessionUuid: randomUUID(), userUuid: randomUUID() };
const whole = { ...claims, expiresAt: new Date('2026-03-01T13:00:00Z') };
const sign = () => tokens.sign(whole);

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const ownKey = Buffer.from(hkdfSync('sha256', secret, '', 'parley session tokens v1', 32));
const epoch = (iso: string): number => Date.parse(iso) / 1000;
const good = {
  jti: claims.sessionUuid,
  sub: claims.userUuid,
  iss: 'parley',
  aud: 'parley-session',
  iat: epoch('2026-03-01T12:00:00Z'),
  exp: epoch('2026-03-01T13:00:00Z'),
};

/** A token as an attacker makes one. */
function forge(change: {
  readonly header?: Record<string, unknown>;
  readonly payload?: Record<string, unknown>;
  readonly key?: string | Buffer;
}): string {
  const body = `${encode({ alg: 'HS256', typ: 'JWT', ...change.header })}.${encode({ ...good, ...change.payload })}`;
  return `${body}.${createHmac('sha256', change.key ?? ownKey)
    .update(body)
    .digest('base64url')}`;
}

const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
const publicPem = createPublicKey(pair.privateKey).export({ type: 'spki', format: 'pem' }) as string;
const jwk = createPublicKey(pair.privateKey).export({ format: 'jwk' });

test('a token is accepted whichever process signed it', async () => {
  expect(await tokens.read(await sign())).toEqual(whole);
  expect(await createSessionTokens(secret, now).read(forge({}))).toEqual(whole);
});

test('a cached token expires by the current clock', async () => {
  let time = now();
  const own = createSessionTokens(secret, () => time);
  const token = await sign();
  expect(await own.read(token)).toEqual(whole);
  expect(await own.read(token)).toEqual(whole);
  time = new Date(whole.expiresAt.getTime() - 1);
  expect(await own.read(token)).toEqual(whole);
  time = whole.expiresAt;
  expect(await own.read(token)).toBeUndefined();
});

test('a cached token does not validate another signature', async () => {
  const token = await sign();
  expect(await tokens.read(token)).toEqual(whole);
  expect(await tokens.read(token.replace(/\.[^.]+\./, `.${encode({ ...good, sub: randomUUID() })}.`))).toBeUndefined();
});

test('sessions beyond the cache are still accepted', async () => {
  const own = createSessionTokens(secret, now);
  const first = await sign();
  expect(await own.read(first)).toEqual(whole);
  for (let index = 0; index < 1100; index++) {
    const sessionUuid = randomUUID();
    const read = await own.read(forge({ payload: { jti: sessionUuid } }));
    expect(read?.sessionUuid).toBe(sessionUuid);
  }
  expect(await own.read(first)).toEqual(whole);
});

describe('other tokens are rejected', () => {
  test.each<[string, () => string | Promise<string>]>([
    ['nothing', () => ''],
    ['not a token', () => 'a.b.c'],
    ['five parts', () => `${forge({})}.x.y`],
    ['alg none with a signature', () => forge({ header: { alg: 'none' } })],
    ['alg none without one', () => `${encode({ alg: 'none', typ: 'JWT' })}.${encode(good)}.`],
    ['a cut signature', async () => (await sign()).slice(0, -4)],
    ['no signature', async () => (await sign()).replace(/[^.]+$/, '')],
    [
      'an altered payload',
      async () => (await sign()).replace(/\.[^.]+\./, `.${encode({ ...good, sub: randomUUID() })}.`),
    ],
    ['another key', () => forge({ key: 'another' })],
    ['an empty key', () => forge({ key: '' })],
    ['the secret itself as key', () => forge({ key: secret })],
    ['a public key as secret', () => forge({ header: { alg: 'HS256' }, key: publicPem })],
    ['alg RS256 over a shared secret', () => forge({ header: { alg: 'RS256' }, key: publicPem })],
    ['alg HS512', () => forge({ header: { alg: 'HS512' } })],
    ['a jwk in its header', () => forge({ header: { jwk }, key: publicPem })],
    ['a jku in its header', () => forge({ header: { jku: 'https://evil.example/keys' }, key: 'evil' })],
    ['a kid that is a path', () => forge({ header: { kid: '../../../../dev/null' }, key: '' })],
    ['a critical header nobody knows', () => forge({ header: { crit: ['x'], x: 1 } })],
    ['another type', () => forge({ header: { typ: 'at+jwt' } })],
    ['an end that is over', () => forge({ payload: { exp: epoch('2026-03-01T12:00:00Z') } })],
    ['no end', () => forge({ payload: { exp: undefined } })],
    ['an end that is no number', () => forge({ payload: { exp: 'never' } })],
    ['another audience', () => forge({ payload: { aud: 'another' } })],
    ['no audience', () => forge({ payload: { aud: undefined } })],
    ['another issuer', () => forge({ payload: { iss: 'another' } })],
    ['no session', () => forge({ payload: { jti: undefined } })],
    ['no person', () => forge({ payload: { sub: undefined } })],
    ['a beginning that is still to come', () => forge({ payload: { nbf: epoch('2026-03-01T12:30:00Z') } })],
  ])('%s', async (_, make) => {
    expect(await tokens.read(await make())).toBeUndefined();
  });
});
