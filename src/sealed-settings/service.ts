import type { OrganisationId } from '../data/index.ts';
import type { Sealer, SecretPlace, SecretTrouble } from '../secrets/index.ts';
import type { SettingStore } from './store.ts';

export type SettingResult =
  | { readonly state: 'set'; readonly value: string; readonly updatedAt: string }
  | { readonly state: 'absent' }
  /** The value exists but cannot be read: `secretTroubles` explains what to do. */
  | { readonly state: 'unreadable'; readonly trouble: SecretTrouble };

/**
 * Secret settings of an organisation, such as the credentials of a provider. Only code that uses a secret may read it.
 */
export interface SecretSettings {
  get(organisationId: OrganisationId, name: string): Promise<SettingResult>;
  /** Stores a value. Returns the reason if that failed. */
  put(organisationId: OrganisationId, name: string, value: string): Promise<SecretTrouble | undefined>;
  remove(organisationId: OrganisationId, name: string): Promise<boolean>;
  /** Reason why nothing can be stored now; undefined if storing works. */
  readonly trouble: SecretTrouble | undefined;
}

/** Returns the place that a setting's encryption is bound to. */
export const placeOfSetting = (organisationId: OrganisationId, name: string): SecretPlace => ({
  organisationId,
  column: `sealed_settings.${name}`,
});

export function createSecretSettings(store: SettingStore, sealer: Sealer, now: () => Date): SecretSettings {
  return {
    async get(organisationId, name) {
      const row = await store.get(organisationId, name);
      if (row === undefined) return { state: 'absent' };
      const opened = sealer.open(row.sealed, placeOfSetting(organisationId, name));
      if (!opened.ok) return { state: 'unreadable', trouble: opened.trouble };
      return { state: 'set', value: opened.value, updatedAt: row.updatedAt };
    },
    async put(organisationId, name, value) {
      const sealed = sealer.seal(value, placeOfSetting(organisationId, name));
      if (!sealed.ok) return sealed.trouble;
      await store.put(organisationId, { name, sealed: sealed.value, updatedAt: now().toISOString() });
      return undefined;
    },
    remove: store.remove,
    trouble: sealer.canSeal ? undefined : 'no_key',
  };
}
