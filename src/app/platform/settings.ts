import type { Config } from '../../config/config.ts';
import type { Database } from '../../data/index.ts';
import type { Log } from '../../log.ts';
import {
  createAllSettings,
  createSecretSettings,
  createSettingStore,
  reseal,
  type SecretSettings,
} from '../../sealed-settings/index.ts';
import { openSettingsSealer, type Sealer } from '../../secrets/index.ts';

const unreadable =
  'stored secrets are unreadable: SETTINGS_ENCRYPTION_KEY is missing or differs from the key they were encrypted with';

type SettingsConfig = Pick<Config, 'accounts' | 'data'>;

/** Nodes that share a database need the same key, so none of them may create its own. */
export function sealerOf({ accounts, data }: SettingsConfig, log?: Log): Sealer {
  const { settingsKey, oldSettingsKey } = accounts;
  return openSettingsSealer({
    settingsKey,
    oldSettingsKey,
    dataDir: data.databaseUrl === undefined ? data.dataDir : undefined,
    onCreated: (file) =>
      log?.warn({ file }, 'created a key to encrypt secrets because SETTINGS_ENCRYPTION_KEY is not set; keep a copy'),
  });
}

export interface SettingsOptions {
  readonly config: SettingsConfig;
  readonly log: Log;
  readonly now: () => Date;
}

export const openSettings = (database: Database, { config, log, now }: SettingsOptions): SecretSettings =>
  createSecretSettings(createSettingStore(database), sealerOf(config, log), now);

/**
 * Re-encrypts values under the old key at startup, and logs unreadable ones. A value that cannot be written now stays
 * readable, and the next start retries.
 */
export async function readySecrets(database: Database, config: SettingsConfig, log: Log): Promise<void> {
  try {
    const done = await reseal(createAllSettings(database), sealerOf(config));
    if (config.accounts.oldSettingsKey !== undefined)
      log.info(done, 're-encrypted secrets of SETTINGS_ENCRYPTION_KEY_OLD with SETTINGS_ENCRYPTION_KEY');
    if (done.unreadable > 0) log.warn({ unreadable: done.unreadable }, unreadable);
  } catch (error) {
    log.error({ err: error }, 'failed to check or re-encrypt stored secrets');
  }
}
