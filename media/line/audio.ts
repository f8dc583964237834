/** Sample encoding of a telephony provider or a browser on the wire. */
export type Encoding = 'mulaw' | 'alaw' | 'l16';

export type WireRateHz = 8000 | 16000 | 24000 | 48000;

/** Rate at which a call is processed and recorded: 8 kHz for an 8 kHz wire, otherwise 16 kHz. */
export type LineRateHz = 8000 | 16000;

/** L16 is signed 16-bit little-endian. Every format is mono without a header. */
export interface WireFormat {
  readonly encoding: Encoding;
  readonly rateHz: WireRateHz;
}

/** The byte of digital silence in each encoding. */
export const silenceBytes: Readonly<Record<Encoding, number>> = { mulaw: 0xff, alaw: 0xd5, l16: 0 };

/** A stretch of mono speech, samples in [-1, 1]. */
export interface Clip {
  readonly samples: Float32Array;
  readonly rateHz: number;
}

export const lineRateOf = (format: WireFormat): LineRateHz => (format.rateHz === 8000 ? 8000 : 16000);

export const bytesPerSample = (encoding: Encoding): 1 | 2 => (encoding === 'l16' ? 2 : 1);
