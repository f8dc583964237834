const rowsHz = [697, 770, 852, 941] as const;
const columnsHz = [1209, 1336, 1477, 1633] as const;
const keys = ['123A', '456B', '789C', '*0#D'] as const;

/** Telephone keys as pairs of tones (ITU-T Q.23). */
export const dtmf = { rowsHz, columnsHz } as const;

export const keyAt = (row: number, column: number): string => (keys[row] as string)[column] as string;

/** Twice the minimum that Q.24 requires a receiver to detect. */
const toneMs = 100;
const pauseMs = 80;
/** -9 and -7 dBm0: the higher tone is attenuated more on the way. */
const rowLevel = 0.25;
const columnLevel = 0.32;
const rampMs = 4;

/** Returns the tones of these keys, each followed by a pause; silence for an invalid key. */
export function keyTones(digits: string, rateHz: number): Float32Array {
  const samplesOf = (ms: number): number => Math.round((ms * rateHz) / 1000);
  const tone = samplesOf(toneMs);
  const slot = tone + samplesOf(pauseMs);
  const ramp = samplesOf(rampMs);
  const samples = new Float32Array(slot * digits.length);
  for (const [index, digit] of [...digits].entries()) {
    const row = keys.findIndex((line) => line.includes(digit));
    if (row < 0) continue;
    const column = keyColumn(row, digit);
    for (let i = 0; i < tone; i++) {
      const gain = Math.min(1, i / ramp, (tone - 1 - i) / ramp);
      const radians = (2 * Math.PI * i) / rateHz;
      samples[index * slot + i] =
        gain *
        (rowLevel * Math.sin(radians * (rowsHz[row] as number)) +
          columnLevel * Math.sin(radians * (columnsHz[column] as number)));
    }
  }
  return samples;
}

const keyColumn = (row: number, digit: string): number => (keys[row] as string).indexOf(digit);
