import type { OrganisationId } from '../../data/index.ts';
import { createAddressTokens } from '../../secrets/index.ts';

/** What the address of a recording bears, since a player sends no credential: good for one call, for minutes. */
export interface RecordingTokens {
  issue(organisation: OrganisationId, callUuid: string): string;
  /** Whose call it is; undefined when the token is of another call, too old, or none of ours. */
  read(token: string, callUuid: string): OrganisationId | undefined;
}

export function createRecordingTokens(secret: string, now: () => Date): RecordingTokens {
  const tokens = createAddressTokens<readonly [OrganisationId]>({ secret, purpose: 'recording', now });
  return {
    issue: (organisation, callUuid) => tokens.issue([organisation], callUuid),
    read: (token, callUuid) => tokens.read(token, callUuid)?.[0],
  };
}
