import { expect, test } from 'vitest';
import type { OrganisationId } from '../../src/data/index.ts';
import { createSecretSettings, createSettingStore } from '../../src/sealed-settings/index.ts';
import { createSealer } from '../../src/secrets/index.ts';
import { openAccountsApp } from './accounts-app.ts';

const [own, other] = ['org-1', 'org-2'] as [OrganisationId, OrganisationId];
const name = 'telephony_a';
const set = (value: string) => ({ state: 'set', value, updatedAt: expect.any(String) });

async function settingsOn(key: string | undefined = 'a key of enough characters') {
  const { database } = await openAccountsApp();
  const store = createSettingStore(database);
  const withKey = (given: string | undefined) => createSecretSettings(store, createSealer(given), () => new Date());
  return { database, store, withKey, settings: withKey(key) };
}

test('a secret setting is encrypted, read back, replaced and removed', async () => {
  const { store, settings } = await settingsOn();
  expect(await settings.get(own, name)).toEqual({ state: 'absent' });
  expect(await settings.put(own, name, 'canary')).toBeUndefined();
  expect(await settings.get(own, name)).toEqual(set('canary'));
  expect(JSON.stringify(await store.get(own, name))).not.toContain('canary');
  expect(await settings.put(own, name, 'second')).toBeUndefined();
  expect(await settings.get(own, name)).toEqual(set('second'));
  expect(await settings.get(other, name)).toEqual({ state: 'absent' });
  expect([await settings.remove(other, name), await settings.remove(own, name)]).toEqual([false, true]);
  expect(await settings.get(own, name)).toEqual({ state: 'absent' });
});

test('a value moved to another organisation or setting cannot be decrypted, and harms nothing else', async () => {
  const { store, settings } = await settingsOn();
  await settings.put(own, name, 'canary');
  const row = (await store.get(own, name))!;
  await store.put(other, { name, sealed: row.sealed, updatedAt: '' });
  await store.put(own, { name: 'telephony_b', sealed: row.sealed, updatedAt: '' });
  expect(await settings.get(other, name)).toEqual({ state: 'unreadable', trouble: 'damaged' });
  expect(await settings.get(own, 'telephony_b')).toEqual({ state: 'unreadable', trouble: 'damaged' });
  expect(await settings.get(own, name)).toEqual(set('canary'));
});

test('with another key or none, a value cannot be decrypted until it is entered again', async () => {
  const { withKey, settings } = await settingsOn();
  await settings.put(own, name, 'canary');
  expect(await withKey('another key of enough characters').get(own, name)).toEqual({
    state: 'unreadable',
    trouble: 'other_key',
  });
  expect(await withKey(undefined).get(own, name)).toEqual({ state: 'unreadable', trouble: 'no_key' });
  expect(await withKey(undefined).put(own, name, 'x')).toBe('no_key');
  expect(await withKey('another key of enough characters').put(own, name, 'again')).toBeUndefined();
  expect(await settings.get(own, name)).toEqual({ state: 'unreadable', trouble: 'other_key' });
});
