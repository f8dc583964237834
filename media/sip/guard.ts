import type { Clock } from '../kit/clock.ts';

/** Limits what one address may ask for without credentials, in bounded memory. */
export interface AddressGuard {
  /** Returns false if a message of this address should be dropped without an answer. */
  admits(address: string): boolean;
  /** Counts a wrong password or name. */
  failed(address: string): void;
  /** Resets the failures of an address. */
  succeeded(address: string): void;
  /** Messages dropped since the start. */
  readonly dropped: number;
}

interface Entry {
  /** Messages that may still arrive at once. */
  tokens: number;
  atMs: number;
  failures: number;
  blockedUntilMs: number;
}

const burst = 40;
const perSecond = 10;
const maxFailures = 10;
const blockMs = 300_000;
const maxAddresses = 10_000;

export function createAddressGuard(clock: Clock): AddressGuard {
  const entries = new Map<string, Entry>();
  let dropped = 0;

  /** Returns the entry of an address; the one used least recently makes room. */
  function entryOf(address: string): Entry {
    const nowMs = clock.nowMs();
    const entry = entries.get(address) ?? { tokens: burst, atMs: nowMs, failures: 0, blockedUntilMs: 0 };
    entry.tokens = Math.min(burst, entry.tokens + ((nowMs - entry.atMs) * perSecond) / 1000);
    entry.atMs = nowMs;
    entries.delete(address);
    entries.set(address, entry);
    for (const oldest of entries.keys()) if (entries.size > maxAddresses) entries.delete(oldest);
    return entry;
  }

  return {
    admits(address) {
      const entry = entryOf(address);
      if (entry.tokens < 1 || entry.blockedUntilMs > entry.atMs) {
        dropped += 1;
        return false;
      }
      entry.tokens -= 1;
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
    },
    get dropped() {
      return dropped;
    },
  };
}
