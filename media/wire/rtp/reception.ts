import type { RtpPacket } from './packet.ts';

/** Statistics of a received stream (RFC 3550, appendix A). */
export interface Reception {
  /**
   * Adds a packet and returns its sequence number, extended beyond 16 bits. `arrivalTicks` is its time of arrival on a
   * clock of the payload's rate. The numbers of another source follow on from those of the one before.
   */
  add(packet: ReceivedPacket, arrivalTicks: number): number;
  readonly received: number;
  readonly lost: number;
  readonly jitterTicks: number;
  /** Highest extended sequence number. */
  readonly highest: number;
  /** Share of packets lost since the last call, in 256ths. */
  takeLossFraction(): number;
}

type ReceivedPacket = Pick<RtpPacket, 'sequence' | 'timestamp' | 'source'>;

export function createReception(): Reception {
  let current: number | undefined;
  /** What the numbers of the current source lack to follow on from those before. */
  let shift = 0;
  let received = 0;
  let first: number | undefined;
  let highest = 0;
  let transit: number | undefined;
  let jitter = 0;
  let before = { expected: 0, received: 0 };
  const expected = (): number => (first === undefined ? 0 : highest - first + 1);

  return {
    add({ sequence, timestamp, source }, arrivalTicks) {
      received += 1;
      if (first === undefined) {
        first = sequence;
        highest = sequence;
      } else if (source !== current) {
        // The counts of losses go on, as if this were the next packet.
        const next = highest + 1;
        shift += next - sequence;
        first += sequence - next;
        highest = sequence;
        transit = undefined;
      }
      current = source;
      const step = ((sequence - (highest & 0xffff) + 0x18000) & 0xffff) - 0x8000;
      const extended = highest + step;
      if (extended > highest) highest = extended;
      const nowTransit = (arrivalTicks - timestamp) | 0;
      if (transit !== undefined) jitter += (Math.abs((nowTransit - transit) | 0) - jitter) / 16;
      transit = nowTransit;
      return extended + shift;
    },
    get received() {
      return received;
    },
    get lost() {
      return Math.max(0, expected() - received);
    },
    get jitterTicks() {
      return jitter;
    },
    get highest() {
      return highest;
    },
    takeLossFraction() {
      const newlyExpected = expected() - before.expected;
      const newlyLost = newlyExpected - (received - before.received);
      before = { expected: expected(), received };
      return newlyExpected <= 0 || newlyLost <= 0 ? 0 : Math.min(255, Math.floor((newlyLost * 256) / newlyExpected));
    },
  };
}
