import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** What an address bears that a browser asks for without a credential: good for one thing, for minutes. */
export interface AddressTokens<Holder extends readonly string[]> {
  /** `holder` says whose the thing is, in UUIDs, and can be read by whoever has the token. */
  issue(holder: Holder, thing: string): string;
  /** Undefined when the token is of another thing, too old, or none of ours. */
  read(token: string, thing: string): Holder | undefined;
}

export interface AddressTokenOptions {
  readonly secret: string;
  /** Tokens of one purpose are none of another. */
  readonly purpose: 'recording' | 'document';
  readonly now: () => Date;
}

const validMs = 5 * 60_000;
const form = /^((?:[0-9a-f-]{36}\.){1,2})([0-9a-z]{1,11})\.([A-Za-z0-9_-]{43})$/;

/** Signed, and not stored: a server that has just started knows them too. */
export function createAddressTokens<Holder extends readonly string[]>(
  options: AddressTokenOptions,
): AddressTokens<Holder> {
  const { secret, purpose, now } = options;
  const key = Buffer.from(hkdfSync('sha256', secret, '', `parley ${purpose} tokens v1`, 32));
  const sign = (holder: readonly string[], thing: string, until: string): string =>
    createHmac('sha256', key)
      .update(JSON.stringify([...holder, thing, until]))
      .digest('base64url');

  return {
    issue(holder, thing) {
      const until = (now().getTime() + validMs).toString(36);
      return [...holder, until, sign(holder, thing, until)].join('.');
    },
    read(token, thing) {
      const [, holders, until, signature] = form.exec(token) ?? [];
      if (holders === undefined || until === undefined || signature === undefined) return undefined;
      const holder = holders.split('.').slice(0, -1);
      const isOurs = timingSafeEqual(Buffer.from(sign(holder, thing, until)), Buffer.from(signature));
      return isOurs && Number.parseInt(until, 36) > now().getTime()
        ? (holder as readonly string[] as Holder)
        : undefined;
    },
  };
}
