import type { PayloadCodec, RtpCodec } from '../line/rtp.ts';
import { createG722Decoder, createG722Encoder } from './g722.ts';

/** G.711 is the format of the call itself. */
const unchanged: PayloadCodec = { decode: (payload) => payload, encode: (audio) => audio };

/** Each stream needs its own: G.722 keeps its predictors from packet to packet. */
export const createPayloadCodec = (codec: RtpCodec): PayloadCodec => (codec === 'G722' ? wideband() : unchanged);

/** L16 is little-endian, as are the processors on which this runs. */
function wideband(): PayloadCodec {
  const decoder = createG722Decoder();
  const encoder = createG722Encoder();
  return {
    decode: (payload) => new Uint8Array(decoder(payload).buffer),
    encode: (audio) => encoder(new Int16Array(audio.slice().buffer)),
  };
}
