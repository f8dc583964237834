import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { OrganisationId } from '../../src/data/index.ts';
import { createSealer, keepSecretFile, secretTroubles } from '../../src/secrets/index.ts';

const key = 'a key of enough characters';
const place = { organisationId: 'org-1' as OrganisationId, column: 'sealed_settings.telephony_a' };
const canary = 'canary-auth-token';

function sealed(): string {
  const result = createSealer(key).seal(canary, place);
  if (!result.ok) throw new Error(result.trouble);
  return result.value;
}

test('a sealed value opens in its place, and reveals nothing', () => {
  const value = sealed();
  expect(createSealer(key).open(value, place)).toEqual({ ok: true, value: canary });
  expect(value).not.toContain(canary);
  expect(Buffer.from(value.split('.')[2] as string, 'base64url').toString('latin1')).not.toContain(canary);
  expect(sealed()).not.toBe(value);
});

test.each([
  ['another organisation', { ...place, organisationId: 'org-2' as OrganisationId }],
  ['another column', { ...place, column: 'sealed_settings.telephony_b' }],
  ['a border between the two that moved', { organisationId: 'org-1sealed' as OrganisationId, column: '_settings' }],
])('moved to %s it does not open', (_, other) => {
  expect(createSealer(key).open(sealed(), other)).toEqual({ ok: false, trouble: 'damaged' });
});

test('one flipped bit anywhere is detected', () => {
  const [form, keyId, body] = sealed().split('.') as [string, string, string];
  const bytes = Buffer.from(body, 'base64url');
  for (let index = 0; index < bytes.length; index++) {
    const flipped = Buffer.from(bytes);
    flipped[index] = (flipped[index] as number) ^ 1;
    const value = `${form}.${keyId}.${flipped.toString('base64url')}`;
    expect(createSealer(key).open(value, place)).toEqual({ ok: false, trouble: 'damaged' });
  }
});

test.each(['', 'v1', 'v1..', 'v2.a.b', 'v1.a.b.c', 'v1.xxxxxxxx.AAAA', 'plain text'])(
  '%j is not a sealed value',
  (value) => {
    expect(createSealer(key).open(value, place)).toEqual({ ok: false, trouble: 'damaged' });
  },
);

test('another key is distinguished from damage, and a key’s id reveals nothing', () => {
  const other = createSealer('another key of enough characters');
  expect(other.open(sealed(), place)).toEqual({ ok: false, trouble: 'other_key' });
  expect(other.keyId).not.toBe(createSealer(key).keyId);
  expect(createSealer(key).keyId).toBe(createSealer(key).keyId);
});

test('without a key nothing is stored or read, and the variable is named', () => {
  const none = createSealer(undefined);
  expect(none.keyId).toBeUndefined();
  expect(none.seal(canary, place)).toEqual({ ok: false, trouble: 'no_key' });
  expect(none.open(sealed(), place)).toEqual({ ok: false, trouble: 'no_key' });
  expect(secretTroubles.no_key).toContain('SETTINGS_ENCRYPTION_KEY');
});

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'parley-secret-'));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
}

test('a secret is created once, kept, and readable by its owner only', () => {
  const dir = folder();
  const secret = keepSecretFile(dir, 'session-secret');
  expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(keepSecretFile(dir, 'session-secret')).toBe(secret);
  expect(statSync(join(dir, 'session-secret')).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(dir, 'session-secret'), 'utf8')).toBe(`${secret}\n`);
  expect(readdirSync(dir)).toEqual(['session-secret']);
  expect(keepSecretFile(folder(), 'session-secret')).not.toBe(secret);
});

test('an emptied secret file is not accepted as a secret', () => {
  const dir = folder();
  writeFileSync(join(dir, 'session-secret'), '\n');
  expect(() => keepSecretFile(dir, 'session-secret')).toThrowError(
    expect.objectContaining({ code: 'data_dir_unusable' }),
  );
});
