import { bytesPerSample, lineRateOf, type WireFormat } from '../line/audio.ts';
import { createDecoder, createEncoder } from './format.ts';

const packetMs = 20;

/**
 * Returns a function that passes audio from one stream to another of any format, in payloads of 20 ms. It takes payloads
 * of any length.
 */
export function createRelay(
  from: WireFormat,
  to: WireFormat,
  play: (payload: Uint8Array) => void,
): (payload: Uint8Array) => void {
  const isSame = from.encoding === to.encoding && from.rateHz === to.rateHz;
  const decode = createDecoder(from, lineRateOf(to));
  const encode = createEncoder(to);
  const packetBytes = (packetMs * to.rateHz * bytesPerSample(to.encoding)) / 1000;
  let waiting: Uint8Array = new Uint8Array(0);

  return (payload) => {
    const converted = isSame ? payload : encode(decode(payload));
    const all = new Uint8Array(waiting.length + converted.length);
    all.set(waiting);
    all.set(converted, waiting.length);
    let at = 0;
    for (; at + packetBytes <= all.length; at += packetBytes) play(all.subarray(at, at + packetBytes));
    waiting = all.slice(at);
  };
}
