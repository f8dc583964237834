import { silenceBytes, type WireFormat } from '../line/audio.ts';

/** Puts the packets of a stream in the order of their numbers, with silence in place of lost ones. */
export interface JitterBuffer {
  /** Returns what is played next because of this packet. */
  add(payload: Uint8Array, number: number, format: WireFormat): readonly Uint8Array[];
}

/** Packets of silence before the first one, so that one that is late by as much leaves no gap. */
const packetsAhead = 3;
/** A longer gap is a restarted stream. */
const maxMissing = 50;

export function createJitterBuffer(): JitterBuffer {
  let next: number | undefined;
  return {
    add(payload, number, { encoding }) {
      const missing = next === undefined ? packetsAhead : number - next;
      // Its silence is played already.
      if (missing < 0 && missing > -maxMissing) return [];
      next = number + 1;
      const silence = new Uint8Array(payload.length).fill(silenceBytes[encoding]);
      const count = missing > maxMissing ? 0 : Math.max(0, missing);
      return [...Array.from({ length: count }, () => silence), payload];
    },
  };
}
