import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { OrganisationId } from '../data/index.ts';

/**
 * The user for whom a URL was issued and the organisation that owns the resource. Readable by anyone with the token.
 */
export interface AddressHolder {
  readonly organisationId: OrganisationId;
  readonly userUuid: string;
}

/**
 * Tokens in URLs that a browser requests without a credential. Each is valid for one resource, for a limited time, and
 * only while its user belongs to the organisation.
 */
export interface AddressTokens {
  issue(holder: AddressHolder, thing: string): string;
  /**
   * Returns undefined when the token is for another resource, expired, of a user who has left, or not issued by this
   * server.
   */
  read(token: string, thing: string): Promise<AddressHolder | undefined>;
}

export interface AddressTokenOptions {
  readonly secret: string;
  /** A token of one purpose is not valid for another. */
  readonly purpose: 'recording' | 'document' | 'upload' | 'phone';
  readonly validMs: number;
  readonly now: () => Date;
  readonly hasLeft: (organisationId: OrganisationId, userUuid: string) => Promise<boolean>;
}

const form = /^([0-9a-f-]{36})\.([0-9a-f-]{36})\.([0-9a-z]{1,11})\.([A-Za-z0-9_-]{43})$/;

/** Tokens are signed and not stored, so a restarted server accepts them too. */
export function createAddressTokens({ secret, purpose, validMs, now, hasLeft }: AddressTokenOptions): AddressTokens {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `parley ${purpose} tokens v1`, 32));
  const sign = ({ organisationId, userUuid }: AddressHolder, thing: string, until: string): string =>
    createHmac('sha256', key)
      .update(JSON.stringify([organisationId, userUuid, thing, until]))
      .digest('base64url');

  return {
    issue(holder, thing) {
      const until = (now().getTime() + validMs).toString(36);
      return [holder.organisationId, holder.userUuid, until, sign(holder, thing, until)].join('.');
    },
    async read(token, thing) {
      const [, organisation, userUuid, until, signature] = form.exec(token) ?? [];
      if (organisation === undefined || userUuid === undefined || until === undefined || signature === undefined)
        return undefined;
      const holder = { organisationId: organisation as OrganisationId, userUuid };
      const isOurs = timingSafeEqual(Buffer.from(sign(holder, thing, until)), Buffer.from(signature));
      if (!isOurs || Number.parseInt(until, 36) <= now().getTime()) return undefined;
      return (await hasLeft(holder.organisationId, userUuid)) ? undefined : holder;
    },
  };
}
