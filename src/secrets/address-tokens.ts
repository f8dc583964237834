import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { OrganisationId } from '../data/index.ts';

/** The recipient of an address and the owner of the resource. Readable by anyone with the token. */
export interface AddressHolder {
  readonly organisationId: OrganisationId;
  readonly userUuid: string;
}

/**
 * What an address has that a browser asks for without a credential: good for one thing, for a while, and for no
 * longer than its holder is in the organisation.
 */
export interface AddressTokens {
  issue(holder: AddressHolder, thing: string): string;
  /** Undefined when the token is of another thing, too old, of somebody who has left, or none of ours. */
  read(token: string, thing: string): Promise<AddressHolder | undefined>;
}

export interface AddressTokenOptions {
  readonly secret: string;
  /** Tokens of one purpose are none of another. */
  readonly purpose: 'recording' | 'document' | 'upload';
  readonly validMs: number;
  readonly now: () => Date;
  readonly hasLeft: (organisationId: OrganisationId, userUuid: string) => Promise<boolean>;
}

const form = /^([0-9a-f-]{36})\.([0-9a-f-]{36})\.([0-9a-z]{1,11})\.([A-Za-z0-9_-]{43})$/;

/** Signed, and not stored: a server that has just started knows them too. */
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
