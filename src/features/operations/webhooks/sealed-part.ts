import { z } from 'zod';
import type { OrganisationId } from '../../../data/index.ts';
import type { SecretSettings } from '../../../sealed-settings/index.ts';
import type { SecretTrouble } from '../../../secrets/index.ts';

/** The encrypted part of a webhook: headers may contain credentials of the receiver. */
export interface SealedPart {
  readonly secret: string;
  readonly headers: Readonly<Record<string, string>>;
}

const sealedPart = z.object({ secret: z.string(), headers: z.record(z.string(), z.string()) });

export interface SealedParts {
  get(organisationId: OrganisationId, webhookUuid: string): Promise<SealedPart | SecretTrouble>;
  put(organisationId: OrganisationId, webhookUuid: string, part: SealedPart): Promise<SecretTrouble | undefined>;
  remove(organisationId: OrganisationId, webhookUuid: string): Promise<void>;
}

const settingOf = (webhookUuid: string): string => `webhook.${webhookUuid}`;

export function createSealedParts(settings: SecretSettings): SealedParts {
  return {
    async get(organisationId, webhookUuid) {
      const setting = await settings.get(organisationId, settingOf(webhookUuid));
      if (setting.state === 'unreadable') return setting.trouble;
      return setting.state === 'absent' ? 'damaged' : sealedPart.parse(JSON.parse(setting.value));
    },
    put: (organisationId, webhookUuid, part) =>
      settings.put(organisationId, settingOf(webhookUuid), JSON.stringify(part)),
    async remove(organisationId, webhookUuid) {
      await settings.remove(organisationId, settingOf(webhookUuid));
    },
  };
}
