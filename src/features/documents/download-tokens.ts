import type { OrganisationId } from '../../data/index.ts';
import { createAddressTokens } from '../../secrets/index.ts';
import type { DocumentOwner } from './store.ts';

/** What the address of a download bears, since a browser sends no credential: good for one document, for minutes. */
export interface DownloadTokens {
  issue(owner: DocumentOwner, documentUuid: string): string;
  /** Whose document it is; undefined when the token is of another document, too old, or none of ours. */
  read(token: string, documentUuid: string): DocumentOwner | undefined;
}

export function createDownloadTokens(secret: string, now: () => Date): DownloadTokens {
  const tokens = createAddressTokens<readonly [OrganisationId, string]>({ secret, purpose: 'document', now });
  return {
    issue: ({ organisationId, userUuid }, documentUuid) => tokens.issue([organisationId, userUuid], documentUuid),
    read(token, documentUuid) {
      const [organisationId, userUuid] = tokens.read(token, documentUuid) ?? [];
      return organisationId === undefined || userUuid === undefined ? undefined : { organisationId, userUuid };
    },
  };
}
