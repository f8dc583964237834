/** Keys as telephone events (RFC 4733). */
const keys = '0123456789*#ABCD';

/** Reads keys. A key is several packets with one timestamp, of which any may be lost. */
export interface KeyReader {
  /** Returns the key when it is pressed; undefined for its later packets and for other events. */
  read(payload: Uint8Array, timestamp: number): string | undefined;
}

export function createKeyReader(): KeyReader {
  let lastTimestamp: number | undefined;
  return {
    read(payload, timestamp) {
      if (payload.length < 4 || timestamp === lastTimestamp) return undefined;
      lastTimestamp = timestamp;
      return keys[payload[0] as number];
    },
  };
}

/** Length of a key: 100 ms, in packets of 20 ms. */
const packetsOfKey = 5;
/** The last packet is sent three times, because its loss would make the key endless. */
const timesEnd = 3;
/** -10 dBm0. */
const volume = 10;

export interface KeyPacket {
  readonly payload: Uint8Array;
  readonly isFirst: boolean;
  /** Sent together with the previous packet. */
  readonly isRepetition: boolean;
}

/** Returns the packets of a key; undefined for a character that is none. `ticks` is the length of a packet. */
export function keyPackets(key: string, ticks: number): readonly KeyPacket[] | undefined {
  const event = keys.indexOf(key.toUpperCase());
  if (event === -1 || key.length !== 1) return undefined;
  const payload = (duration: number, isEnd: boolean): Uint8Array => {
    const bytes = Buffer.from([event, volume | (isEnd ? 0x80 : 0), 0, 0]);
    bytes.writeUInt16BE(duration, 2);
    return bytes;
  };
  const packets: KeyPacket[] = [];
  for (let index = 1; index < packetsOfKey; index++)
    packets.push({ payload: payload(index * ticks, false), isFirst: index === 1, isRepetition: false });
  for (let time = 0; time < timesEnd; time++)
    packets.push({ payload: payload(packetsOfKey * ticks, true), isFirst: false, isRepetition: time > 0 });
  return packets;
}
