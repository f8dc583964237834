import { createSealer, type Sealer } from './sealer.ts';
import { findSecretFile, keepSecretFile } from './secret-file.ts';

const fileName = 'settings-key';

export interface SettingsKeyOptions {
  /** SETTINGS_ENCRYPTION_KEY and SETTINGS_ENCRYPTION_KEY_OLD. */
  readonly settingsKey?: string | undefined;
  readonly oldSettingsKey?: string | undefined;
  /** Folder in which a key may be created; undefined where several nodes need the same one. */
  readonly dataDir: string | undefined;
  readonly onCreated?: (path: string) => void;
}

/**
 * Seals with SETTINGS_ENCRYPTION_KEY. Without it, a single node creates a key in `dataDir` with the first secret and
 * seals with that. Once SETTINGS_ENCRYPTION_KEY is set, the created key still opens what it sealed.
 */
export function openSettingsSealer({ settingsKey, oldSettingsKey, dataDir, onCreated }: SettingsKeyOptions): Sealer {
  const storedKey = (): string | undefined => (dataDir === undefined ? undefined : findSecretFile(dataDir, fileName));
  if (settingsKey !== undefined) return createSealer(settingsKey, oldSettingsKey ?? storedKey());
  if (dataDir === undefined) return createSealer(undefined);
  const create = (): string => keepSecretFile(dataDir, fileName, onCreated);
  const openSealer = (): Sealer => createSealer(storedKey());
  return {
    get keyId() {
      return openSealer().keyId;
    },
    canSeal: true,
    seal: (plaintext, place) => createSealer(create()).seal(plaintext, place),
    open(sealed, place) {
      const opened = openSealer().open(sealed, place);
      // This node has not created a key yet, so another key sealed the value.
      return !opened.ok && opened.trouble === 'no_key' ? { ok: false, trouble: 'other_key' } : opened;
    },
    isOld: () => false,
  };
}
