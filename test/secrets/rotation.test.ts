import { expect, test } from 'vitest';
import { checkData } from '../../src/cli/data-checks.ts';
import { readEnvironment } from '../../src/config/env.ts';
import { localOrganisation } from '../../src/data/index.ts';
import { createAllSettings, createSettingStore, reseal } from '../../src/sealed-settings/index.ts';
import { createSealer } from '../../src/secrets/index.ts';
import { onEachDatabase, type TestDatabase } from '../data/databases.ts';
import { openTestApp, temporaryFolder } from '../http/test-app.ts';

const [first, second, third] = ['the first key of three', 'the second key of three', 'the third key of three'];
const url = '/api/integrations/telephony/telephony_a';

type Place = Awaited<ReturnType<TestDatabase['place']>>;

onEachDatabase('a key that takes the place of another', ({ place }) => {
  /** A start with these keys, what a person sees of the connection, and what the doctor says before and after. */
  async function startWith({ dataDir, databaseUrl }: Place, key: string, old?: string) {
    const env = {
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      SETTINGS_ENCRYPTION_KEY: key,
      ...(old === undefined ? {} : { SETTINGS_ENCRYPTION_KEY_OLD: old }),
    };
    const app = await openTestApp({ dataDir, env });
    const connection = async () => (await app.http.inject(url)).json();
    const doctor = async () => (await checkData(app.config)).find(({ name }) => name === 'secrets');
    const keyIds = async () => {
      const rows = await app.database.system.read.select().from(app.database.tables.sealedSettings);
      return rows.map(({ sealed }) => sealed.split('.')[1]);
    };
    return { ...app, connection, doctor, keyIds };
  }

  test('a start encrypts old values with the new key, and the old key is no longer needed', async () => {
    const where = await place();
    const before = await startWith(where, first);
    const account = { auth_id: 'MAPLE', auth_token: 'canary-token', phone_number: '+12025550143' };
    await before.http.inject({ method: 'PUT', url, payload: account });
    const webhook = { name: 'w', url: 'https://8.8.8.8/hook', events: ['call.ended'], headers: { 'x-key': 'canary' } };
    await before.http.inject({ method: 'POST', url: '/api/voice/webhooks', payload: webhook });
    const connected = await before.connection();
    expect(connected).toMatchObject({ is_connected: true, credentials: 'stored' });
    const both = {
      ...before.config,
      accounts: { ...before.config.accounts, settingsKey: second, oldSettingsKey: first },
    };
    expect(await checkData(both)).toMatchObject([
      { name: 'database' },
      { name: 'secrets', state: 'warning', detail: expect.stringContaining('2 of them only with') },
    ]);
    await before.close();

    const during = await startWith(where, second, first);
    expect(await during.connection()).toEqual(connected);
    expect(await during.keyIds()).toEqual(Array(2).fill(createSealer(second).keyId));
    expect(await during.doctor()).toMatchObject({ state: 'ok', detail: 'all 2 are readable' });
    expect(during.logged).toContainEqual(expect.objectContaining({ sealed: 2, unreadable: 0 }));
    await during.close();

    const after = await startWith(where, second);
    expect(await after.connection()).toEqual(connected);
    const hooks = (await after.http.inject('/api/voice/webhooks')).json().webhooks;
    expect(hooks).toMatchObject([{ headers: { 'x-key': 'canary' } }]);
    await after.close();
  });

  test('a value that neither key decrypts is unchanged, reported, and replaced by a new one', async () => {
    const where = await place();
    const before = await startWith(where, first);
    const account = { auth_id: 'MAPLE', auth_token: 'canary-token', phone_number: '+12025550143' };
    await before.http.inject({ method: 'PUT', url, payload: account });
    await before.close();

    const lost = await startWith(where, third);
    expect(lost.logged).toContainEqual(
      expect.objectContaining({ level: 40, unreadable: 1, msg: expect.stringContaining('SETTINGS_ENCRYPTION_KEY') }),
    );
    await lost.close();
    const wrong = await startWith(where, third, second);
    expect(await wrong.connection()).toMatchObject({
      is_connected: false,
      credentials: 'unreadable',
      detail: expect.stringContaining('SETTINGS_ENCRYPTION_KEY_OLD'),
    });
    expect(await wrong.doctor()).toMatchObject({ state: 'failed', detail: '1 of 1 are unreadable' });
    expect(await wrong.keyIds()).toEqual([createSealer(first).keyId]);
    expect((await wrong.http.inject({ method: 'PUT', url, payload: account })).json()).toMatchObject({
      is_connected: true,
    });
    await wrong.close();
  });

  test('re-encryption restores nothing that was replaced or removed meanwhile, and skips damaged values', async () => {
    const { database, close } = await startWith(await place(), first);
    const [old, present] = [createSealer(first), createSealer(second, first)];
    const settings = createAllSettings(database);
    const store = createSettingStore(database);
    const seal = (name: string, value: string, sealer = old) => {
      const done = sealer.seal(value, { organisationId: localOrganisation, column: `sealed_settings.${name}` });
      return done.ok ? done.value : expect.unreachable();
    };
    const put = (name: string, sealed: string) => store.put(localOrganisation, { name, sealed, updatedAt: 'then' });
    await put('replaced', seal('replaced', 'before'));
    await put('removed', seal('removed', 'before'));
    await put('damaged', seal('elsewhere', 'moved'));
    const racing = {
      all: async () => {
        const all = await settings.all();
        await put('replaced', seal('replaced', 'after', present));
        await store.remove(localOrganisation, 'removed');
        return all;
      },
      reseal: settings.reseal,
    };
    expect(await reseal(racing, present)).toEqual({ sealed: 2, unreadable: 1 });
    const kept = await store.get(localOrganisation, 'replaced');
    const placeOf = { organisationId: localOrganisation, column: 'sealed_settings.replaced' };
    expect(present.open(kept?.sealed ?? '', placeOf)).toEqual({ ok: true, value: 'after' });
    expect(kept?.updatedAt).toBe('then');
    expect(await store.get(localOrganisation, 'removed')).toBeUndefined();
    await close();
  });
});

test('an old key alone decrypts nothing, which is reported at startup', () => {
  const variables = { SETTINGS_ENCRYPTION_KEY_OLD: first };
  expect(() => readEnvironment({ variables, workingDir: temporaryFolder() })).toThrowError(
    /SETTINGS_ENCRYPTION_KEY must be set/,
  );
});
