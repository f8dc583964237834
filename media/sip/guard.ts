import type { Clock } from '../kit/clock.ts';

/** What a message shows of its sender: nothing, or that it got our challenge and answers it. */
export type Standing = 'unknown' | 'challenged';

/**
 * Limits what one address may ask for until its credentials are checked, in bounded memory. Answers to challenges are
 * counted apart, so that many phones behind one address do not keep each other from answering.
 */
export interface AddressGuard {
  /** Returns false if a message of this address should be dropped without an answer. */
  admits(address: string, standing: Standing): boolean;
  /** Counts a wrong password or name. */
  failed(address: string): void;
  /** Resets the failures of an address. Its challenge and the answer to it do not count any more. */
  succeeded(address: string): void;
  /** Messages dropped since the start. */
  readonly dropped: number;
}

interface Entry {
  /** Messages that may still arrive at once. */
  readonly tokens: Record<Standing, number>;
  atMs: number;
  failures: number;
  blockedUntilMs: number;
}

const burst = 40;
const perSecond = 10;
const maxFailures = 10;
const blockMs = 300_000;
const maxAddresses = 10_000;

const unseenAt = (atMs: number): Entry => ({
  tokens: { unknown: burst, challenged: burst },
  atMs,
  failures: 0,
  blockedUntilMs: 0,
});

function refill({ tokens }: Entry, messages: number): void {
  tokens.unknown = Math.min(burst, tokens.unknown + messages);
  tokens.challenged = Math.min(burst, tokens.challenged + messages);
}

export function createAddressGuard(clock: Clock): AddressGuard {
  const entries = new Map<string, Entry>();
  let dropped = 0;

  /** Returns the entry of an address; the one used least recently makes room. */
  function entryOf(address: string): Entry {
    const nowMs = clock.nowMs();
    const entry = entries.get(address) ?? unseenAt(nowMs);
    refill(entry, ((nowMs - entry.atMs) * perSecond) / 1000);
    entry.atMs = nowMs;
    entries.delete(address);
    entries.set(address, entry);
    for (const oldest of entries.keys()) if (entries.size > maxAddresses) entries.delete(oldest);
    return entry;
  }

  return {
    admits(address, standing) {
      const entry = entryOf(address);
      if (entry.tokens[standing] < 1 || entry.blockedUntilMs > entry.atMs) {
        dropped += 1;
        return false;
      }
      entry.tokens[standing] -= 1;
      return true;
    },
    failed(address) {
      const entry = entryOf(address);
      entry.failures += 1;
      if (entry.failures < maxFailures) return;
      entry.failures = 0;
      entry.blockedUntilMs = entry.atMs + blockMs;
    },
    succeeded(address) {
      const entry = entryOf(address);
      entry.failures = 0;
      refill(entry, 1);
    },
    get dropped() {
      return dropped;
    },
  };
}
