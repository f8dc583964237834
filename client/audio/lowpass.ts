/**
 * Filter weights for reading a signal between its samples. Row r is for a position r / `up` samples after the sample to
 * its left.
 */
export interface Lowpass {
  readonly rows: readonly Float32Array[];
  /** A row covers `half - 1` samples before that sample to `half` after it. */
  readonly half: number;
  readonly up: number;
  readonly down: number;
}

/**
 * Half the filter's length in samples of the lower rate: passband to 0.9 of its Nyquist frequency, 74 dB from 1.1 of
 * it.
 */
const lobes = 23;
/** Kaiser's formula for 74 dB. */
const beta = 0.1102 * (74 - 8.7);

/** Designs a windowed sinc filter for integer rates (Kaiser, 1974). Throws for rates that are not positive integers. */
export function designLowpass(fromHz: number, toHz: number): Lowpass {
  if (!(Number.isInteger(fromHz) && Number.isInteger(toHz) && fromHz > 0 && toHz > 0)) {
    throw new RangeError(`no resampling from ${fromHz} to ${toHz} Hz`);
  }
  const divisor = greatestCommonDivisor(fromHz, toHz);
  const up = toHz / divisor;
  const band = Math.min(1, toHz / fromHz);
  const half = Math.ceil(lobes / band);
  const rows = Array.from({ length: up }, (_, phase) => {
    const row = Float32Array.from({ length: 2 * half }, (_, tap) => {
      const distance = tap - (half - 1) - phase / up;
      return band * sinc(band * distance) * kaiser((distance * band) / lobes);
    });
    // Normalised, so that a constant signal keeps its value at every phase.
    const sum = row.reduce((total, weight) => total + weight, 0);
    return row.map((weight) => weight / sum);
  });
  return { rows, half, up, down: fromHz / divisor };
}

const sinc = (x: number): number => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x));

const kaiser = (place: number): number =>
  Math.abs(place) >= 1 ? 0 : besselI0(beta * Math.sqrt(1 - place * place)) / besselI0(beta);

/** Modified Bessel function of the first kind, order 0, by its power series. */
function besselI0(x: number): number {
  let term = 1;
  let sum = 1;
  for (let k = 1; term > sum * 1e-12; k++) {
    term *= (x * x) / 4 / (k * k);
    sum += term;
  }
  return sum;
}

const greatestCommonDivisor = (a: number, b: number): number => (b === 0 ? a : greatestCommonDivisor(b, a % b));
