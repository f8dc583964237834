import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkData } from '../../src/cli/data-checks.ts';
import type { OrganisationId } from '../../src/data/index.ts';
import { openSettingsSealer } from '../../src/secrets/index.ts';
import { createFakeMedia, openTestApp, temporaryFolder } from '../http/test-app.ts';

const place = { organisationId: 'o' as OrganisationId, column: 'c' };

test('a new single node stores credentials and webhooks under a key that it creates', async () => {
  const dataDir = temporaryFolder();
  const app = await openTestApp({ dataDir, media: createFakeMedia() });
  const file = join(dataDir, 'settings-key');
  expect(existsSync(file)).toBe(false);
  const hook = { name: 'w', url: 'https://8.8.8.8/hook', events: ['call.ended'] };
  const webhook = await app.http.inject({ method: 'POST', url: '/api/voice/webhooks', payload: hook });
  expect(webhook.statusCode).toBe(201);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(app.logged).toContainEqual(expect.objectContaining({ level: 40, file }));
  const key = readFileSync(file, 'utf8').trim();
  expect(JSON.stringify(app.logged)).not.toContain(key);
  const [, secrets] = await checkData(app.config);
  expect(secrets).toMatchObject({ state: 'ok', detail: expect.stringContaining(file) });
});

test('a key in the data folder still decrypts its values beside SETTINGS_ENCRYPTION_KEY', () => {
  const dataDir = temporaryFolder();
  const sealed = openSettingsSealer({ dataDir }).seal('canary', place);
  if (!sealed.ok) throw new Error(sealed.trouble);
  const later = openSettingsSealer({ settingsKey: 'sixteen characters', dataDir });
  expect(later.open(sealed.value, place)).toEqual({ ok: true, value: 'canary' });
  expect(later.isOld(sealed.value)).toBe(true);
});

test('nodes that share a database create no key', () => {
  const sealer = openSettingsSealer({ dataDir: undefined });
  expect([sealer.canSeal, sealer.seal('canary', place)]).toEqual([false, { ok: false, trouble: 'no_key' }]);
});

test('a value under a missing key is unreadable, not damaged', () => {
  const other = openSettingsSealer({ settingsKey: 'sixteen characters', dataDir: undefined }).seal('canary', place);
  if (!other.ok) throw new Error(other.trouble);
  const sealer = openSettingsSealer({ dataDir: temporaryFolder() });
  expect(sealer.open(other.value, place)).toEqual({ ok: false, trouble: 'other_key' });
});
