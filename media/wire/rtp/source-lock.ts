/** Where a packet comes from. */
export interface RtpSource {
  readonly address: string;
  readonly port: number;
}

/**
 * Decides whose packets belong to a call. Only the addresses that the far end stated are trusted; the first packet from
 * one of them sets the port, and others are ignored while it keeps sending (symmetric RTP, RFC 4961).
 */
export interface SourceLock {
  /** Returns whether the packet belongs to the call. */
  accepts(from: RtpSource, nowMs: number): boolean;
  /** Where to send: the locked source, or the stated address before any packet. */
  readonly target: RtpSource;
  /** Accepts other addresses from now on: the far end changed the session. */
  expect(stated: RtpSource, signallingAddress: string): void;
  /** Ignored packets. */
  readonly foreign: number;
}

/** After this silence a new port of the same address is accepted: a NAT may have changed it. */
const relockMs = 2000;

export function createSourceLock(stated: RtpSource, signallingAddress: string): SourceLock {
  let expected = stated;
  let trusted: readonly string[] = [stated.address, signallingAddress];
  let locked: RtpSource | undefined;
  let lastMs = 0;
  let foreign = 0;

  const isLocked = ({ address, port }: RtpSource): boolean => locked?.address === address && locked.port === port;

  return {
    accepts(from, nowMs) {
      const isSilent = locked === undefined || nowMs - lastMs > relockMs;
      if (!isLocked(from) && !(isSilent && trusted.includes(from.address))) {
        foreign += 1;
        return false;
      }
      if (!isLocked(from)) locked = { address: from.address, port: from.port };
      lastMs = nowMs;
      return true;
    },
    get target() {
      return locked ?? expected;
    },
    expect(next, address) {
      const isSame = next.address === expected.address && next.port === expected.port;
      expected = next;
      trusted = [next.address, address];
      if (!isSame) locked = undefined;
    },
    get foreign() {
      return foreign;
    },
  };
}
