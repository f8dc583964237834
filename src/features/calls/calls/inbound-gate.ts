import type { OrganisationId } from '../../../data/index.ts';
import { createWindowCounts } from './window-counts.ts';

export interface InboundGateOptions {
  /** Returns the number of calls that the machine handles at once; `Infinity` for no limit. */
  readonly slots: () => number;
  readonly nowMs: () => number;
}

/** Sender of an unsigned answer request. */
export interface RequestSource {
  /**
   * Client address, an IPv6 address as its /64. Undefined for a client on this machine, which may be a proxy that does
   * not forward addresses: only the limits per number and of all numbers apply to it.
   */
  readonly address: string | undefined;
  /**
   * `provider`: the address is in the networks that the operator configured for the provider. `outside`: it is not.
   * `unknown`: no networks are configured.
   */
  readonly network: 'provider' | 'outside' | 'unknown';
}

export interface UnsignedCall {
  readonly callUuid: string;
  readonly organisation: OrganisationId;
  readonly from: string;
  readonly to: string;
  readonly source: RequestSource;
}

/**
 * Limits inbound calls that neither a signature nor the provider's network confirms, so that forged ones leave slots
 * for other calls, and forged ones from few addresses leave slots for unsigned calls from other addresses.
 */
export interface InboundGate {
  /** Returns whether the call may be offered a stream. */
  admit(call: UnsignedCall): boolean;
  /** Records that the stream of a call is open. */
  opened(callUuid: string): void;
  /** Forgets an admitted call that was not offered a stream. */
  withdraw(callUuid: string): void;
}

/** Time for which admission control reserves the slot of an offered call. */
const offeredForMs = 6000;
const share = { ofNumber: 1 / 4, ofAll: 1 / 2 } as const;
/** Minimum for small machines. */
const least = { ofNumber: 2, ofAll: 4 } as const;
/** One address may use this part of the slots that no other address uses. */
const addressShare = 1 / 3;
/** One address may use this part of the calls per minute that no other address uses. */
const addressRateShare = 1 / 2;
const newCallsPerMinute = 120;
/** Offers in ten minutes before a stream opens, and the additional ones for each stream that opens. */
const credit = { ofAddress: 4, ofCaller: 3, perStream: 3 } as const;
/** Limits of an address outside the provider's networks: offers whose stream never opens, and all offers. */
const outside = { unopened: 2, offers: 6 } as const;
const minuteMs = 60_000;
const historyMs = 10 * minuteMs;
const maxNumbers = 1000;
const maxAddresses = 10_000;

interface Offer {
  readonly number: string;
  readonly address: string | undefined;
  readonly from: string;
  readonly untilMs: number;
}

export function createInboundGate({ slots, nowMs }: InboundGateOptions): InboundGate {
  const unopened = new Map<string, Offer>();
  const counts = (windowMs: number, max: number) => createWindowCounts({ windowMs, max, nowMs });
  const rate = { ofNumber: counts(minuteMs, maxNumbers), ofAddress: counts(minuteMs, maxAddresses) };
  const offers = counts(historyMs, maxAddresses);
  const streams = counts(historyMs, maxAddresses);
  const addressOf = ({ number, address }: Offer): string => `${number} ${address}`;
  const callerOf = (offer: Offer): string => `${addressOf(offer)} ${offer.from}`;

  const limitOf = (kind: keyof typeof share): number => Math.max(least[kind], Math.floor(slots() * share[kind]));

  /** Returns whether an address with `own` of `used` slots may use one more. */
  const isFair = (ownOffers: number, used: number, limit: number): boolean =>
    ownOffers < Math.max(1, Math.floor((limit - (used - ownOffers)) * addressShare));

  /** A provider opens the stream of nearly every call; a forged request rarely opens one. */
  const hasCredit = (key: string, first: number): boolean =>
    offers.get(key) < first + credit.perStream * streams.get(key);

  function isWithinLimits({ number }: Offer): boolean {
    const ofNumber = [...unopened.values()].filter((other) => other.number === number).length;
    return (
      ofNumber < limitOf('ofNumber') &&
      unopened.size < limitOf('ofAll') &&
      rate.ofNumber.get(number) < newCallsPerMinute
    );
  }

  function hasFairShare(offer: Offer): boolean {
    const waiting = [...unopened.values()];
    const ofNumber = waiting.filter(({ number }) => number === offer.number);
    const offersOf = (offers: readonly Offer[]): number =>
      offers.filter(({ address }) => address === offer.address).length;
    const ownRate = rate.ofAddress.get(addressOf(offer));
    const freeRate = newCallsPerMinute - (rate.ofNumber.get(offer.number) - ownRate);
    return (
      isFair(offersOf(ofNumber), ofNumber.length, limitOf('ofNumber')) &&
      isFair(offersOf(waiting), waiting.length, limitOf('ofAll')) &&
      ownRate < Math.max(1, freeRate * addressRateShare)
    );
  }

  function isAllowedOutside(offer: Offer): boolean {
    const key = addressOf(offer);
    return offers.get(key) < outside.offers && offers.get(key) - streams.get(key) < outside.unopened;
  }

  const isAllowedAddress = (offer: Offer, network: RequestSource['network']): boolean =>
    hasCredit(callerOf(offer), credit.ofCaller) &&
    hasCredit(addressOf(offer), credit.ofAddress) &&
    (network !== 'outside' || isAllowedOutside(offer)) &&
    hasFairShare(offer);

  return {
    admit({ callUuid, organisation, from, to, source }) {
      for (const [uuid, { untilMs }] of unopened) if (untilMs <= nowMs()) unopened.delete(uuid);
      const number = `${organisation} ${to}`;
      const offer = { number, address: source.address, from, untilMs: nowMs() + offeredForMs };
      if (!isWithinLimits(offer)) return false;
      if (source.address !== undefined && !isAllowedAddress(offer, source.network)) return false;
      unopened.set(callUuid, offer);
      for (const key of [addressOf(offer), callerOf(offer)]) offers.add(key);
      rate.ofNumber.add(number);
      rate.ofAddress.add(addressOf(offer));
      return true;
    },
    opened(callUuid) {
      const offer = unopened.get(callUuid);
      if (offer === undefined) return;
      unopened.delete(callUuid);
      for (const key of [addressOf(offer), callerOf(offer)]) streams.add(key);
    },
    withdraw(callUuid) {
      const offer = unopened.get(callUuid);
      if (offer === undefined) return;
      unopened.delete(callUuid);
      for (const key of [addressOf(offer), callerOf(offer)]) offers.add(key, -1);
    },
  };
}
