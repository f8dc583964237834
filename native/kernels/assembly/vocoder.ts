import { quartersOf, restOf, sineOf, tanhOf } from './elementary';
import { gather, transpose } from './lanes';
import { transform } from './transform';

/**
 * Places of a vocoder, as u32: plan, half a window, analysis window, synthesis window, factors of the real transform, two work
 * areas, bins, pulses (7 hops), hop, five parts of four rows each (harmonic, theta, noise, free, phi), bytes of a row, four rows
 * of normal deviates, four coefficients of four rows each, sum (7 hops).
 */
const PLAN: usize = 0;
const HALF: usize = 4;
const ANALYSIS: usize = 8;
const SYNTHESIS: usize = 12;
const FACTORS: usize = 16;
const AREA: usize = 20;
const SPARE: usize = 24;
const BINS: usize = 28;
const PULSES: usize = 32;
const HOP: usize = 36;
const PARTS: usize = 40;
const ROW_BYTES: usize = 44;
const DEVIATES: usize = 48;
const COEFFICIENTS: usize = 64;
const SUM: usize = 68;

/** Four frames of sound from their spectra: the first four hops of the sum are then done. */
export function vocode(at: usize): void {
  const hop: usize = load<u32>(at, HOP);
  const area: usize = load<u32>(at, AREA);
  const spare: usize = load<u32>(at, SPARE);
  for (let row: usize = 0; row < 4; row++) weigh(at, row);
  gather(load<u32>(at, PULSES), hop * 4, load<u32>(at, ANALYSIS), hop * 4, area);
  shape(at, transform(load<u32>(at, PLAN), area, spare));
  merge(at, area);
  overlap(at, transform(load<u32>(at, PLAN), area, spare));
}

/** A row's coefficients: S = (a + ib) pulses + c + id. */
function weigh(at: usize, row: usize): void {
  const rowBytes: usize = load<u32>(at, ROW_BYTES);
  const part = rowBytes * 4;
  let from = load<u32>(at, PARTS) + row * rowBytes;
  let to = load<u32>(at, COEFFICIENTS) + row * rowBytes;
  let deviates: usize = load<u32>(at + row * 4, DEVIATES);
  const end = from + rowBytes;
  const pi = f32x4.splat(Mathf.PI);
  const one = f32x4.splat(1);
  for (; from < end; from += 16, to += 16, deviates += 32) {
    const harmonic = v128.load(from);
    const noise = v128.load(from + 2 * part);
    const free = v128.load(from + 3 * part);
    const turn = f32x4.mul(pi, tanhOf(v128.load(from + part)));
    const turnQuarters = quartersOf(turn);
    const turnRest = restOf(turn, turnQuarters);
    const phi = v128.load(from + 4 * part);
    const phiQuarters = quartersOf(phi);
    const phiRest = restOf(phi, phiQuarters);
    const near = v128.load(deviates);
    const far = v128.load(deviates, 16);
    v128.store(to, f32x4.mul(harmonic, sineOf(turnRest, f32x4.add(turnQuarters, one))));
    v128.store(to + part, f32x4.mul(harmonic, sineOf(turnRest, turnQuarters)));
    v128.store(
      to + 2 * part,
      f32x4.add(
        f32x4.mul(noise, v128.shuffle<f32>(near, far, 0, 2, 4, 6)),
        f32x4.mul(free, sineOf(phiRest, f32x4.add(phiQuarters, one))),
      ),
    );
    v128.store(
      to + 3 * part,
      f32x4.add(
        f32x4.mul(noise, v128.shuffle<f32>(near, far, 1, 3, 5, 7)),
        f32x4.mul(free, sineOf(phiRest, phiQuarters)),
      ),
    );
  }
}

/** The pulses' spectra at `z`, each bin shaped by its coefficients. */
function shape(at: usize, z: usize): void {
  const half: usize = load<u32>(at, HALF);
  const factors: usize = load<u32>(at, FACTORS);
  const rowBytes: usize = load<u32>(at, ROW_BYTES);
  const bins: usize = load<u32>(at, BINS);
  const coefficients: usize = load<u32>(at, COEFFICIENTS);
  // The parts have been read, and make room for the coefficients by bin.
  const turned: usize = load<u32>(at, PARTS);
  const part = rowBytes * 4;
  for (let kind: usize = 0; kind < 4; kind++) {
    const from = coefficients + kind * part;
    for (let n: usize = 0; n < rowBytes; n += 16) {
      const row = from + n;
      transpose(
        v128.load(row),
        v128.load(row + rowBytes),
        v128.load(row + 2 * rowBytes),
        v128.load(row + 3 * rowBytes),
        turned + n * 16 + kind * 16,
        64,
      );
    }
  }
  const once = f32x4.splat(0.5);
  for (let k: usize = 0; k <= half; k++) {
    const a = z + (k === half ? 0 : k) * 32;
    const b = z + (k === 0 ? 0 : half - k) * 32;
    const cos = v128.load32_splat(factors + k * 8);
    const sin = v128.load32_splat(factors + k * 8, 4);
    const evenR = f32x4.add(v128.load(a), v128.load(b));
    const evenI = f32x4.sub(v128.load(a, 16), v128.load(b, 16));
    const oddR = f32x4.add(v128.load(a, 16), v128.load(b, 16));
    const oddI = f32x4.sub(v128.load(b), v128.load(a));
    const x = f32x4.mul(once, f32x4.add(evenR, f32x4.add(f32x4.mul(oddR, cos), f32x4.mul(oddI, sin))));
    const y = f32x4.mul(once, f32x4.add(evenI, f32x4.sub(f32x4.mul(oddI, cos), f32x4.mul(oddR, sin))));
    const by = turned + k * 64;
    const c = v128.load(by);
    const s = v128.load(by, 16);
    v128.store(bins + k * 32, f32x4.add(f32x4.sub(f32x4.mul(c, x), f32x4.mul(s, y)), v128.load(by, 32)));
    v128.store(bins + k * 32, f32x4.add(f32x4.add(f32x4.mul(c, y), f32x4.mul(s, x)), v128.load(by, 48)), 16);
  }
}

/**
 * The bins as the transform of samples taken in pairs, and of that the conjugate: transforming it forward gives twice the size
 * of the conjugate of what the inverse would, and the synthesis window puts both right.
 */
function merge(at: usize, z: usize): void {
  const half: usize = load<u32>(at, HALF);
  const factors: usize = load<u32>(at, FACTORS);
  const bins: usize = load<u32>(at, BINS);
  // The first and the last bin are real.
  v128.store(bins, f32x4.splat(0), 16);
  v128.store(bins + half * 32, f32x4.splat(0), 16);
  for (let k: usize = 0; k < half; k++) {
    const a = bins + k * 32;
    const b = bins + (half - k) * 32;
    const cos = v128.load32_splat(factors + k * 8);
    const sin = v128.load32_splat(factors + k * 8, 4);
    const lessR = f32x4.sub(v128.load(a), v128.load(b));
    const plusI = f32x4.add(v128.load(a, 16), v128.load(b, 16));
    const x = f32x4.sub(f32x4.add(v128.load(a), v128.load(b)), f32x4.add(f32x4.mul(lessR, sin), f32x4.mul(plusI, cos)));
    const y = f32x4.add(
      f32x4.sub(v128.load(a, 16), v128.load(b, 16)),
      f32x4.sub(f32x4.mul(lessR, cos), f32x4.mul(plusI, sin)),
    );
    v128.store(z + k * 32, x);
    v128.store(z + k * 32, f32x4.neg(y), 16);
  }
}

/** Adds four windows to the sum, a hop apart, after what was done of it has made way. */
function overlap(at: usize, samples: usize): void {
  const hop: usize = load<u32>(at, HOP);
  const window: usize = load<u32>(at, SYNTHESIS);
  const sum: usize = load<u32>(at, SUM);
  memory.copy(sum, sum + hop * 16, hop * 12);
  memory.fill(sum + hop * 12, 0, hop * 16);
  // From the end, so that every sample gets its windows in the order of their frames, however frames fall into groups.
  for (let n: usize = hop * 4; n > 0; ) {
    n -= 4;
    const from = samples + n * 16;
    const factor = v128.load(window + n * 4);
    const a = v128.load(from);
    const b = v128.load(from, 16);
    const c = v128.load(from, 32);
    const d = v128.load(from, 48);
    const ab = v128.shuffle<f32>(a, b, 0, 4, 1, 5);
    const AB = v128.shuffle<f32>(a, b, 2, 6, 3, 7);
    const cd = v128.shuffle<f32>(c, d, 0, 4, 1, 5);
    const CD = v128.shuffle<f32>(c, d, 2, 6, 3, 7);
    const to = sum + n * 4;
    add(to, v128.shuffle<f32>(ab, cd, 0, 1, 4, 5), factor);
    add(to + hop * 4, v128.shuffle<f32>(ab, cd, 2, 3, 6, 7), factor);
    add(to + hop * 8, v128.shuffle<f32>(AB, CD, 0, 1, 4, 5), factor);
    add(to + hop * 12, v128.shuffle<f32>(AB, CD, 2, 3, 6, 7), factor);
  }
}

function add(to: usize, samples: v128, factor: v128): void {
  v128.store(to, f32x4.add(v128.load(to), f32x4.mul(samples, factor)));
}
