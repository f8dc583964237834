import { z } from 'zod';
import type { OrganisationId } from '../../../data/index.ts';
import type { SecretSettings } from '../../../sealed-settings/index.ts';
import type { SecretTrouble } from '../../../secrets/index.ts';

/** The encrypted part of a connection. */
export interface SealedPart {
  readonly apiKey: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

const sealedPart = z.object({ apiKey: z.string().nullable(), headers: z.record(z.string(), z.string()) });
const nothing: SealedPart = { apiKey: null, headers: {} };

export interface SealedParts {
  get(organisation: OrganisationId, uuid: string): Promise<SealedPart | SecretTrouble>;
  /** Stores the part, or removes it if it is empty: a server without secrets needs no encryption key. */
  put(organisation: OrganisationId, uuid: string, part: SealedPart): Promise<SecretTrouble | undefined>;
  remove(organisation: OrganisationId, uuid: string): Promise<void>;
}

const settingOf = (uuid: string): string => `model_connection.${uuid}`;

export function createSealedParts(settings: SecretSettings): SealedParts {
  const remove = async (organisation: OrganisationId, uuid: string): Promise<void> => {
    await settings.remove(organisation, settingOf(uuid));
  };
  return {
    async get(organisation, uuid) {
      const stored = await settings.get(organisation, settingOf(uuid));
      if (stored.state === 'absent') return nothing;
      if (stored.state === 'unreadable') return stored.trouble;
      return sealedPart.parse(JSON.parse(stored.value));
    },
    async put(organisation, uuid, part) {
      if (part.apiKey !== null || Object.keys(part.headers).length > 0)
        return settings.put(organisation, settingOf(uuid), JSON.stringify(part));
      await remove(organisation, uuid);
      return undefined;
    },
    remove,
  };
}
