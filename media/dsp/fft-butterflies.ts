/** One pass of the transform: `groups` groups of `stride` butterflies each. */
export interface Stage {
  readonly radix: 2 | 3 | 4 | 5;
  readonly groups: number;
  readonly stride: number;
  readonly twiddleRe: Float64Array;
  readonly twiddleIm: Float64Array;
}

export interface Complex {
  readonly re: Float64Array;
  readonly im: Float64Array;
}

export function butterfly2({ groups, stride, twiddleRe, twiddleIm }: Stage, from: Complex, to: Complex): void {
  const step = groups * stride;
  for (let p = 0; p < groups; p++) {
    const wr = twiddleRe[p] as number;
    const wi = twiddleIm[p] as number;
    for (let q = 0; q < stride; q++) {
      const i = q + stride * p;
      const o = q + stride * 2 * p;
      const ar = from.re[i] as number;
      const ai = from.im[i] as number;
      const br = from.re[i + step] as number;
      const bi = from.im[i + step] as number;
      const dr = ar - br;
      const di = ai - bi;
      to.re[o] = ar + br;
      to.im[o] = ai + bi;
      to.re[o + stride] = dr * wr - di * wi;
      to.im[o + stride] = dr * wi + di * wr;
    }
  }
}

const SIN_60 = Math.sqrt(3) / 2;

export function butterfly3({ groups, stride, twiddleRe, twiddleIm }: Stage, from: Complex, to: Complex): void {
  const step = groups * stride;
  for (let p = 0; p < groups; p++) {
    const w1r = twiddleRe[2 * p] as number;
    const w1i = twiddleIm[2 * p] as number;
    const w2r = twiddleRe[2 * p + 1] as number;
    const w2i = twiddleIm[2 * p + 1] as number;
    for (let q = 0; q < stride; q++) {
      const i = q + stride * p;
      const o = q + stride * 3 * p;
      const ar = from.re[i] as number;
      const ai = from.im[i] as number;
      const br = from.re[i + step] as number;
      const bi = from.im[i + step] as number;
      const cr = from.re[i + 2 * step] as number;
      const ci = from.im[i + 2 * step] as number;
      const sumR = br + cr;
      const sumI = bi + ci;
      const midR = ar - sumR / 2;
      const midI = ai - sumI / 2;
      const turnR = SIN_60 * (bi - ci);
      const turnI = SIN_60 * (cr - br);
      to.re[o] = ar + sumR;
      to.im[o] = ai + sumI;
      const xr = midR + turnR;
      const xi = midI + turnI;
      to.re[o + stride] = xr * w1r - xi * w1i;
      to.im[o + stride] = xr * w1i + xi * w1r;
      const yr = midR - turnR;
      const yi = midI - turnI;
      to.re[o + 2 * stride] = yr * w2r - yi * w2i;
      to.im[o + 2 * stride] = yr * w2i + yi * w2r;
    }
  }
}

export function butterfly4({ groups, stride, twiddleRe, twiddleIm }: Stage, from: Complex, to: Complex): void {
  const step = groups * stride;
  for (let p = 0; p < groups; p++) {
    const w1r = twiddleRe[3 * p] as number;
    const w1i = twiddleIm[3 * p] as number;
    const w2r = twiddleRe[3 * p + 1] as number;
    const w2i = twiddleIm[3 * p + 1] as number;
    const w3r = twiddleRe[3 * p + 2] as number;
    const w3i = twiddleIm[3 * p + 2] as number;
    for (let q = 0; q < stride; q++) {
      const i = q + stride * p;
      const o = q + stride * 4 * p;
      const ar = from.re[i] as number;
      const ai = from.im[i] as number;
      const br = from.re[i + step] as number;
      const bi = from.im[i + step] as number;
      const cr = from.re[i + 2 * step] as number;
      const ci = from.im[i + 2 * step] as number;
      const dr = from.re[i + 3 * step] as number;
      const di = from.im[i + 3 * step] as number;
      const acR = ar + cr;
      const acI = ai + ci;
      const bdR = br + dr;
      const bdI = bi + di;
      const acMinusR = ar - cr;
      const acMinusI = ai - ci;
      const bdTurnR = bi - di;
      const bdTurnI = dr - br;
      to.re[o] = acR + bdR;
      to.im[o] = acI + bdI;
      const xr = acMinusR + bdTurnR;
      const xi = acMinusI + bdTurnI;
      to.re[o + stride] = xr * w1r - xi * w1i;
      to.im[o + stride] = xr * w1i + xi * w1r;
      const yr = acR - bdR;
      const yi = acI - bdI;
      to.re[o + 2 * stride] = yr * w2r - yi * w2i;
      to.im[o + 2 * stride] = yr * w2i + yi * w2r;
      const zr = acMinusR - bdTurnR;
      const zi = acMinusI - bdTurnI;
      to.re[o + 3 * stride] = zr * w3r - zi * w3i;
      to.im[o + 3 * stride] = zr * w3i + zi * w3r;
    }
  }
}

const COS_72 = Math.cos((2 * Math.PI) / 5);
const COS_144 = Math.cos((4 * Math.PI) / 5);
const SIN_72 = Math.sin((2 * Math.PI) / 5);
const SIN_144 = Math.sin((4 * Math.PI) / 5);

/** Written as two symmetric pairs: outputs 1 and 4 share their sums, as do 2 and 3. */
export function butterfly5(stage: Stage, from: Complex, to: Complex): void {
  const { groups, stride } = stage;
  const step = groups * stride;
  for (let p = 0; p < groups; p++) {
    for (let q = 0; q < stride; q++) {
      const i = q + stride * p;
      const o = q + stride * 5 * p;
      const ar = from.re[i] as number;
      const ai = from.im[i] as number;
      const outerR = (from.re[i + step] as number) + (from.re[i + 4 * step] as number);
      const outerI = (from.im[i + step] as number) + (from.im[i + 4 * step] as number);
      const outerTurnR = (from.re[i + step] as number) - (from.re[i + 4 * step] as number);
      const outerTurnI = (from.im[i + step] as number) - (from.im[i + 4 * step] as number);
      const innerR = (from.re[i + 2 * step] as number) + (from.re[i + 3 * step] as number);
      const innerI = (from.im[i + 2 * step] as number) + (from.im[i + 3 * step] as number);
      const innerTurnR = (from.re[i + 2 * step] as number) - (from.re[i + 3 * step] as number);
      const innerTurnI = (from.im[i + 2 * step] as number) - (from.im[i + 3 * step] as number);
      to.re[o] = ar + outerR + innerR;
      to.im[o] = ai + outerI + innerI;
      const nearR = ar + COS_72 * outerR + COS_144 * innerR;
      const nearI = ai + COS_72 * outerI + COS_144 * innerI;
      const nearTurnR = SIN_72 * outerTurnI + SIN_144 * innerTurnI;
      const nearTurnI = -(SIN_72 * outerTurnR + SIN_144 * innerTurnR);
      const farR = ar + COS_144 * outerR + COS_72 * innerR;
      const farI = ai + COS_144 * outerI + COS_72 * innerI;
      const farTurnR = SIN_144 * outerTurnI - SIN_72 * innerTurnI;
      const farTurnI = -(SIN_144 * outerTurnR - SIN_72 * innerTurnR);
      put(stage, to, o + stride, 4 * p, nearR + nearTurnR, nearI + nearTurnI);
      put(stage, to, o + 2 * stride, 4 * p + 1, farR + farTurnR, farI + farTurnI);
      put(stage, to, o + 3 * stride, 4 * p + 2, farR - farTurnR, farI - farTurnI);
      put(stage, to, o + 4 * stride, 4 * p + 3, nearR - nearTurnR, nearI - nearTurnI);
    }
  }
}

// Six plain numbers instead of an options object: this is the innermost loop and must not allocate.
function put(stage: Stage, to: Complex, at: number, twiddle: number, re: number, im: number): void {
  const wr = stage.twiddleRe[twiddle] as number;
  const wi = stage.twiddleIm[twiddle] as number;
  to.re[at] = re * wr - im * wi;
  to.im[at] = re * wi + im * wr;
}
