import { describe, expect, test } from 'vitest';
import {
  authorizationFor,
  challengeOf,
  createNonces,
  isAuthorized,
  parseAuthorization,
} from '../../media/sip/digest.ts';

/** The examples of RFC 7616, 3.9.1. */
const example = (algorithm: string, response: string): string =>
  `Digest username="Mufasa", realm="http-auth@example.org", uri="/dir/index.html", algorithm=${algorithm}, ` +
  'nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", nc=00000001, ' +
  'cnonce="f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ", qop=auth, ' +
  `response="${response}", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"`;

describe('isAuthorized', () => {
  test.each([
    ['MD5', '8ca523f5e9506fed4657c9700eebdbec'],
    ['SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
  ])('accepts the published response of %s', (algorithm, response) => {
    const fields = parseAuthorization(example(algorithm, response));
    expect(fields && isAuthorized(fields, 'Circle of Life', 'GET')).toBe(true);
    expect(fields && isAuthorized(fields, 'circle of life', 'GET')).toBe(false);
    expect(fields && isAuthorized(fields, 'Circle of Life', 'POST')).toBe(false);
  });
});

test('authorizationFor answers the stronger of two challenges', () => {
  const credentials = { username: 'p1', password: 'with "quotes" and \\' };
  const weak = challengeOf('parley', 'n1', false);
  const challenges = [weak, weak.replace('MD5', 'SHA-256')];
  const header = authorizationFor({ challenges, credentials, method: 'REGISTER', uri: 'sip:h' });
  const fields = parseAuthorization(header ?? '');
  expect(fields).toMatchObject({ algorithm: 'SHA-256', username: 'p1', qop: 'auth' });
  expect(fields && isAuthorized(fields, credentials.password, 'REGISTER')).toBe(true);
});

test('authorizationFor answers a challenge without qop', () => {
  const header = authorizationFor({
    challenges: ['Digest realm="old", nonce="x"'],
    credentials: { username: 'a', password: 'b' },
    method: 'INVITE',
    uri: 'sip:c@d',
  });
  const fields = parseAuthorization(header ?? '');
  expect(fields).toMatchObject({ algorithm: 'MD5', qop: '' });
  expect(fields && isAuthorized(fields, 'b', 'INVITE')).toBe(true);
});

test('authorizationFor ignores other schemes and algorithms', () => {
  const challenges = ['Basic realm="x"', 'Digest realm="x", nonce="y", algorithm=MD4'];
  const credentials = { username: 'a', password: 'b' };
  expect(authorizationFor({ challenges, credentials, method: 'INVITE', uri: 'sip:c@d' })).toBeUndefined();
});

describe('createNonces', () => {
  const clock = { nowMs: 1_000_000 };
  const nonces = createNonces({ key: Buffer.from('key'), nowMs: () => clock.nowMs, lifeMs: 1000 });

  test('checks the age, the address and the signature of a nonce', () => {
    const nonce = nonces.create('192.0.2.1');
    expect(nonces.check(nonce, '192.0.2.1')).toBe('valid');
    expect(nonces.check(nonce, '192.0.2.2')).toBe('forged');
    expect(nonces.check(`z${nonce}`, '192.0.2.1')).toBe('forged');
    expect(nonces.check('', '192.0.2.1')).toBe('forged');
    clock.nowMs += 1000;
    expect(nonces.check(nonce, '192.0.2.1')).toBe('stale');
  });
});
