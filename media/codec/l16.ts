/**
 * Returns the nearest 16-bit value of a sample in [-1, 1]. Values beyond are clipped, NaN becomes 0. The inverse is
 * division by 32,768.
 */
export function toInt16(sample: number): number {
  const value = Math.round(sample * 32768);
  if (value >= 32767) return 32767;
  if (value <= -32768) return -32768;
  return value | 0;
}

/** Rounds each sample to 16-bit resolution, in place. */
export function inSixteenBits(samples: Float32Array): Float32Array {
  for (let i = 0; i < samples.length; i++) samples[i] = toInt16(samples[i] as number) / 32768;
  return samples;
}

/** Decodes signed 16-bit little-endian. An incomplete sample at the end is dropped. */
export function decodeL16(
  payload: Uint8Array,
  samples: Float32Array = new Float32Array(payload.length >> 1),
): Float32Array {
  for (let i = 0; i < samples.length; i++) {
    const low = payload[2 * i] as number;
    const high = payload[2 * i + 1] as number;
    samples[i] = (((high << 24) >> 16) | low) / 32768;
  }
  return samples;
}

export function encodeL16(samples: Float32Array, payload: Uint8Array = new Uint8Array(samples.length * 2)): Uint8Array {
  for (let i = 0; i < samples.length; i++) {
    const value = toInt16(samples[i] as number);
    payload[2 * i] = value;
    payload[2 * i + 1] = value >> 8;
  }
  return payload;
}
