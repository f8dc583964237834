import type { OrganisationId } from '../../../data/index.ts';
import type { SecretSettings } from '../../../sealed-settings/index.ts';
import { type SecretTrouble, secretTroubles } from '../../../secrets/index.ts';
import type { SecretRow, SecretStore } from './store.ts';

export interface SecretsOptions {
  readonly store: SecretStore;
  readonly settings: SecretSettings;
  readonly now: () => Date;
  readonly onTrouble: (error: unknown) => void;
}

/** Values of secrets for one request, or why a value is missing, as a sentence. */
export type SecretValues =
  | { readonly values: ReadonlyMap<string, string> }
  | { readonly missing: string; readonly detail: string };

/** Credentials of an organisation that templates of tools and MCP servers name. */
export interface Secrets {
  list: SecretStore['list'];
  put(organisation: OrganisationId, name: string, value: string): Promise<SecretRow | SecretTrouble | 'too_many'>;
  remove(organisation: OrganisationId, name: string): Promise<boolean>;
  /** Returns the first of these names that does not exist. */
  unknownAmong(organisation: OrganisationId, names: readonly string[]): Promise<string | undefined>;
  /** Returns the values without recording a use. */
  read(organisation: OrganisationId, names: readonly string[]): Promise<SecretValues>;
  /** Returns the values for a request, and records their use. */
  valuesOf(organisation: OrganisationId, names: readonly string[]): Promise<SecretValues>;
}

export const mostSecrets = 100;
/** A use is stored at most this often. */
const useEveryMs = 60_000;
const settingOf = (name: string): string => `secret.${name}`;

export function createSecrets({ store, settings, now, onTrouble }: SecretsOptions): Secrets {
  async function recordUse(organisation: OrganisationId, names: readonly string[]): Promise<void> {
    const before = new Date(now().getTime() - useEveryMs).toISOString();
    for (const name of names) await store.used(organisation, name, now().toISOString(), before);
  }

  async function read(organisation: OrganisationId, names: readonly string[]): Promise<SecretValues> {
    const values = new Map<string, string>();
    for (const name of new Set(names)) {
      const stored = await settings.get(organisation, settingOf(name));
      if (stored.state === 'absent') return { missing: name, detail: `The secret ${name} does not exist.` };
      if (stored.state === 'unreadable')
        return { missing: name, detail: `The secret ${name} cannot be read. ${secretTroubles[stored.trouble]}` };
      values.set(name, stored.value);
    }
    return { values };
  }

  return {
    list: store.list,
    read,
    async put(organisation, name, value) {
      if (settings.trouble !== undefined) return settings.trouble;
      const row = await store.put(organisation, name, now().toISOString(), mostSecrets);
      if (row === undefined) return 'too_many';
      return (await settings.put(organisation, settingOf(name), value)) ?? row;
    },
    async remove(organisation, name) {
      await settings.remove(organisation, settingOf(name));
      return store.remove(organisation, name);
    },
    async unknownAmong(organisation, names) {
      if (names.length === 0) return undefined;
      const existing = new Set((await store.list(organisation)).map(({ name }) => name));
      return names.find((name) => !existing.has(name));
    },
    async valuesOf(organisation, names) {
      const secrets = await read(organisation, names);
      // The caller does not wait for it.
      if ('values' in secrets) recordUse(organisation, [...secrets.values.keys()]).catch(onTrouble);
      return secrets;
    },
  };
}
