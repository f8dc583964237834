/**
 * ITU-T G.722 at 64 kbit/s: 16 kHz audio in two bands of 8 kHz, each as adaptive differences; a byte for two samples. The
 * names of the steps and tables are those of the recommendation (11/88). All arithmetic is in integers, so the result is
 * the same to the bit as that of every other implementation.
 */

/** Decodes payloads of one stream, in order, to signed 16-bit samples at 16 kHz. */
export type G722Decoder = (payload: Uint8Array) => Int16Array;
/** Encodes an even number of signed 16-bit samples at 16 kHz of one stream. */
export type G722Encoder = (samples: Int16Array) => Uint8Array;

/** Of the quadrature mirror filter. */
const qmf = [3, -11, 12, 32, -210, 951, 3876, -805, 362, -156, 53, -11] as const;
const qmfTaps = 2 * qmf.length;

const oneToThirty = Array.from({ length: 30 }, (_, index) => index + 1);
/** Decision levels of the low band. */
const q6 = Int16Array.of(
  ...[0, 35, 72, 110, 150, 190, 233, 276, 323, 370, 422, 473, 530, 587, 650, 714, 786, 858, 940, 1023, 1121, 1219],
  ...[1339, 1458, 1612, 1765, 1980, 2195, 2557, 2919],
);
/** Codes of the low band by decision level, for negative and for other differences. */
const iln = Int16Array.of(0, 63, 62, ...oneToThirty.slice(2).map((level) => 34 - level));
const ilp = Int16Array.of(0, ...oneToThirty.map((level) => 62 - level));
const magnitudes = [
  ...[24808, 21904, 19008, 16704, 14984, 13512, 12280, 11192, 10232, 9360, 8576, 7856, 7192, 6576, 6000, 5456, 4944],
  ...[4464, 4008, 3576, 3168, 2776, 2400, 2032, 1688, 1360, 1040, 728],
];
/** Differences of the low band by code of six bits, and of its four upper bits. */
const qm6 = Int16Array.of(
  ...[-136, -136, -136, -136],
  ...magnitudes.map((magnitude) => -magnitude),
  ...magnitudes,
  ...[432, 136, -432, -136],
);
const coarse = [20456, 12896, 8968, 6288, 4240, 2584, 1200];
const qm4 = Int16Array.of(0, ...coarse.map((magnitude) => -magnitude), ...coarse, 0);
/** Differences of the high band by code. */
const qm2 = Int16Array.of(-7408, -1616, 7408, 1616);
/** Changes of the scale by code. */
const wl = [-60, -30, 58, 172, 334, 538, 1198, 3042];
const lowChange = Int16Array.from([0, 7, 6, 5, 4, 3, 2, 1, 7, 6, 5, 4, 3, 2, 1, 0], (index) => wl[index] as number);
const highChange = Int16Array.of(798, -214, 798, -214);
/** Powers of two in 32 steps of an octave. */
const ilb = Int16Array.of(
  ...[2048, 2093, 2139, 2186, 2233, 2282, 2332, 2383, 2435, 2489, 2543, 2599, 2656, 2714, 2774, 2834, 2896, 2960, 3025],
  ...[3091, 3158, 3228, 3298, 3371, 3444, 3520, 3597, 3676, 3756, 3838, 3922, 4008],
);

const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);
const saturate = (value: number): number => clamp(value, -32768, 32767);
const limit = (value: number): number => clamp(value, -16384, 16383);

/** The adaptive predictor and scale of one band. */
interface Band {
  /** Predicted sample. */
  s: number;
  /** Scale of the differences. */
  det: number;
  /** Its logarithm. */
  nb: number;
  /** The part of the prediction that the zeros give. */
  sz: number;
  /** The latest two reconstructed samples and partial reconstructions, and the coefficients of the poles. */
  r1: number;
  r2: number;
  p1: number;
  p2: number;
  a1: number;
  a2: number;
  /** Latest six differences and the coefficients of the zeros. */
  readonly d: Int32Array;
  readonly b: Int32Array;
}

const newBand = (det: number): Band => ({
  s: 0,
  det,
  nb: 0,
  sz: 0,
  r1: 0,
  r2: 0,
  p1: 0,
  p2: 0,
  a1: 0,
  a2: 0,
  d: new Int32Array(6),
  b: new Int32Array(6),
});

/** LOGSCL and SCALEL, LOGSCH and SCALEH. */
function rescale(band: Band, change: number, most: number, shift: number): void {
  band.nb = clamp(((band.nb * 127) >> 7) + change, 0, most);
  const mantissa = ilb[(band.nb >> 6) & 31] as number;
  const exponent = shift - (band.nb >> 11);
  band.det = (exponent < 0 ? mantissa << -exponent : mantissa >> exponent) << 2;
}

/** Adapts the predictor to a difference, and predicts the next sample. BLOCK4. */
function adapt(band: Band, difference: number): void {
  const { d, b } = band;
  const r = saturate(band.s + difference);
  const p = saturate(band.sz + difference);
  const sign = p >> 15;
  const isLikeLast = sign === band.p1 >> 15;
  // UPPOL2
  const doubled = saturate(band.a1 << 2);
  const turned = isLikeLast ? Math.min(-doubled, 32767) : doubled;
  const second = (sign === band.p2 >> 15 ? 128 : -128) + (turned >> 7) + ((band.a2 * 32512) >> 15);
  const a2 = clamp(second, -12288, 12288);
  // UPPOL1
  const first = saturate((isLikeLast ? 192 : -192) + ((band.a1 * 32640) >> 15));
  const bound = saturate(15360 - a2);
  const a1 = clamp(first, -bound, bound);
  // UPZERO, DELAYA and FILTEZ
  const step = difference === 0 ? 0 : 128;
  const differenceSign = difference >> 15;
  let sz = 0;
  for (let i = 5; i >= 0; i--) {
    const old = d[i] as number;
    const coefficient = saturate((old >> 15 === differenceSign ? step : -step) + (((b[i] as number) * 32640) >> 15));
    b[i] = coefficient;
    const delayed = i === 0 ? difference : (d[i - 1] as number);
    d[i] = delayed;
    sz += (coefficient * saturate(delayed + delayed)) >> 15;
  }
  band.sz = saturate(sz);
  // FILTEP and PREDIC
  band.r2 = band.r1;
  band.r1 = r;
  band.p2 = band.p1;
  band.p1 = p;
  band.a1 = a1;
  band.a2 = a2;
  const poles = ((a1 * saturate(r + r)) >> 15) + ((a2 * saturate(band.r2 + band.r2)) >> 15);
  band.s = saturate(saturate(poles) + band.sz);
}

function adaptLow(band: Band, code: number): void {
  const upper = code >> 2;
  const difference = (band.det * (qm4[upper] as number)) >> 15;
  rescale(band, lowChange[upper] as number, 18432, 8);
  adapt(band, difference);
}

function adaptHigh(band: Band, code: number): void {
  const difference = (band.det * (qm2[code] as number)) >> 15;
  rescale(band, highChange[code] as number, 22528, 10);
  adapt(band, difference);
}

export function createG722Decoder(): G722Decoder {
  const low = newBand(32);
  const high = newBand(8);
  const delay = new Int32Array(qmfTaps);

  return (payload) => {
    const samples = new Int16Array(2 * payload.length);
    for (let i = 0; i < payload.length; i++) {
      const byte = payload[i] as number;
      const [lowCode, highCode] = [byte & 0x3f, byte >> 6];
      const lowSample = limit(low.s + ((low.det * (qm6[lowCode] as number)) >> 15));
      const highSample = limit(high.s + ((high.det * (qm2[highCode] as number)) >> 15));
      adaptLow(low, lowCode);
      adaptHigh(high, highCode);
      delay.copyWithin(0, 2);
      delay[qmfTaps - 2] = lowSample + highSample;
      delay[qmfTaps - 1] = lowSample - highSample;
      samples[2 * i] = saturate(odd(delay) >> 11);
      samples[2 * i + 1] = saturate(even(delay) >> 11);
    }
    return samples;
  };
}

export function createG722Encoder(): G722Encoder {
  const low = newBand(32);
  const high = newBand(8);
  const delay = new Int32Array(qmfTaps);

  return (samples) => {
    const payload = new Uint8Array(samples.length >> 1);
    for (let i = 0; i < payload.length; i++) {
      delay.copyWithin(0, 2);
      delay[qmfTaps - 2] = samples[2 * i] as number;
      delay[qmfTaps - 1] = samples[2 * i + 1] as number;
      const [first, second] = [odd(delay), even(delay)];
      const lowCode = quantizeLow(saturate(((first + second) >> 14) - low.s), low.det);
      const highCode = quantizeHigh(saturate(((first - second) >> 14) - high.s), high.det);
      adaptLow(low, lowCode);
      adaptHigh(high, highCode);
      payload[i] = (highCode << 6) | lowCode;
    }
    return payload;
  };
}

function even(delay: Int32Array): number {
  let sum = 0;
  for (let i = 0; i < qmf.length; i++) sum += (delay[2 * i] as number) * (qmf[i] as number);
  return sum;
}

function odd(delay: Int32Array): number {
  let sum = 0;
  for (let i = 0; i < qmf.length; i++) sum += (delay[2 * i + 1] as number) * (qmf[qmf.length - 1 - i] as number);
  return sum;
}

const magnitudeOf = (difference: number): number => (difference >= 0 ? difference : -(difference + 1));

function quantizeLow(difference: number, det: number): number {
  const magnitude = magnitudeOf(difference);
  let level = 1;
  while (level < q6.length && magnitude >= ((q6[level] as number) * det) >> 12) level++;
  return (difference < 0 ? iln : ilp)[level] as number;
}

function quantizeHigh(difference: number, det: number): number {
  const isLarge = magnitudeOf(difference) >= (564 * det) >> 12;
  if (difference < 0) return isLarge ? 0 : 1;
  return isLarge ? 2 : 3;
}
