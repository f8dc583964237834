import type { AccountsConfig } from '../config/config.ts';
import type { Database } from '../data/index.ts';
import {
  createAllSettings,
  createSecretSettings,
  createSettingStore,
  reseal,
  type SecretSettings,
} from '../features/settings/index.ts';
import type { Log } from '../log.ts';
import { createSealer } from '../secrets/index.ts';

const unreadable =
  'stored secrets cannot be read: SETTINGS_ENCRYPTION_KEY is missing, or not the one that they were stored under';

type Keys = Pick<AccountsConfig, 'settingsKey' | 'oldSettingsKey'>;

const sealerOf = ({ settingsKey, oldSettingsKey }: Keys) => createSealer(settingsKey, oldSettingsKey);

export const openSettings = (database: Database, keys: Keys, now = () => new Date()): SecretSettings =>
  createSecretSettings(createSettingStore(database), sealerOf(keys), now);

/**
 * At the start: what the old key sealed is sealed anew, and what no key opens is told. What cannot be written now is
 * still readable, and the next start tries again.
 */
export async function readySecrets(database: Database, keys: Keys, log: Log): Promise<void> {
  try {
    const done = await reseal(createAllSettings(database), sealerOf(keys));
    if (keys.oldSettingsKey !== undefined)
      log.info(done, 'what SETTINGS_ENCRYPTION_KEY_OLD sealed is sealed with SETTINGS_ENCRYPTION_KEY');
    if (done.unreadable > 0) log.warn({ unreadable: done.unreadable }, unreadable);
  } catch (error) {
    log.error({ err: error }, 'the secrets that are stored could not be looked through, or not be sealed anew');
  }
}
