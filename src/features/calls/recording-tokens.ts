import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { OrganisationId } from '../../data/index.ts';

/** What the address of a recording bears, since a player sends no credential: good for one call, for minutes. */
export interface RecordingTokens {
  issue(organisation: OrganisationId, callUuid: string): string;
  /** Whose call it is; undefined when the token is of another call, too old, or none of ours. */
  read(token: string, callUuid: string): OrganisationId | undefined;
}

const validMs = 5 * 60_000;
const form = /^([0-9a-f-]{36})\.([0-9a-z]{1,11})\.([A-Za-z0-9_-]{43})$/;

/** Signed, and not stored: a server that has just started knows them too. */
export function createRecordingTokens(secret: string, now: () => Date): RecordingTokens {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'parley recording tokens v1', 32));
  const sign = (organisation: string, callUuid: string, until: string): string =>
    createHmac('sha256', key)
      .update(JSON.stringify([organisation, callUuid, until]))
      .digest('base64url');

  return {
    issue(organisation, callUuid) {
      const until = (now().getTime() + validMs).toString(36);
      return `${organisation}.${until}.${sign(organisation, callUuid, until)}`;
    },
    read(token, callUuid) {
      const [, organisation, until, signature] = form.exec(token) ?? [];
      if (organisation === undefined || until === undefined || signature === undefined) return undefined;
      const own = Buffer.from(sign(organisation, callUuid, until));
      const isOurs = timingSafeEqual(own, Buffer.from(signature));
      return isOurs && Number.parseInt(until, 36) > now().getTime() ? (organisation as OrganisationId) : undefined;
    },
  };
}
