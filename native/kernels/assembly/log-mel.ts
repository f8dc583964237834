import { log10Of } from './elementary';
import { gather } from './lanes';
import { transform } from './transform';

/**
 * Log-mel of `frames` windows, four at a time. `at` holds, as u32: plan, half a window, window factors, factors of the real
 * transform (cos, sin), two work areas, power, bands, band table (first bin, count), gains; then hop and, as f32, the gain.
 * `sound` begins half a window before the first sample. Rows of `out` are `stride` long, at least 4.
 */
export function logMel(at: usize, sound: usize, out: usize, frames: usize, stride: usize): void {
  const half: usize = load<u32>(at, 4);
  const area: usize = load<u32>(at, 16);
  const spare: usize = load<u32>(at, 20);
  const power: usize = load<u32>(at, 24);
  const hop: usize = load<u32>(at, 40);
  for (let next: usize = 0; next < frames; next += 4) {
    // The last group reaches back rather than beyond the row.
    const t = next + 4 > stride ? stride - 4 : next;
    gather(sound + t * hop * 4, hop * 4, load<u32>(at, 8), half * 2, area);
    powerOf(transform(load<u32>(at), area, spare), power, half, load<u32>(at, 12), load<f32>(at, 44));
    bandsOf(at, power, out + t * 4, stride * 4);
  }
}

/** Squared magnitudes of the real transform, from that of its samples taken in pairs. */
function powerOf(z: usize, power: usize, half: usize, factors: usize, gain: f32): void {
  const scale = f32x4.splat(gain * 0.25);
  for (let k: usize = 0; k <= half; k++) {
    const a = z + (k === half ? 0 : k) * 32;
    const b = z + (k === 0 ? 0 : half - k) * 32;
    const cos = v128.load32_splat(factors + k * 8);
    const sin = v128.load32_splat(factors + k * 8, 4);
    const evenR = f32x4.add(v128.load(a), v128.load(b));
    const evenI = f32x4.sub(v128.load(a, 16), v128.load(b, 16));
    const oddR = f32x4.add(v128.load(a, 16), v128.load(b, 16));
    const oddI = f32x4.sub(v128.load(b), v128.load(a));
    const x = f32x4.add(evenR, f32x4.add(f32x4.mul(oddR, cos), f32x4.mul(oddI, sin)));
    const y = f32x4.add(evenI, f32x4.sub(f32x4.mul(oddI, cos), f32x4.mul(oddR, sin)));
    v128.store(power + k * 16, f32x4.mul(scale, f32x4.add(f32x4.mul(x, x), f32x4.mul(y, y))));
  }
}

function bandsOf(at: usize, power: usize, out: usize, rowBytes: usize): void {
  const bands: usize = load<u32>(at, 28);
  const table: usize = load<u32>(at, 32);
  let gain: usize = load<u32>(at, 36);
  const floor = f32x4.splat(1e-10);
  const least = f32x4.splat(-10);
  for (let band: usize = 0; band < bands; band++) {
    let bin = power + load<u32>(table + band * 8) * 16;
    const end = gain + load<u32>(table + band * 8, 4) * 4;
    let sum = f32x4.splat(0);
    for (; gain < end; gain += 4, bin += 16) sum = f32x4.add(sum, f32x4.mul(v128.load32_splat(gain), v128.load(bin)));
    v128.store(out + band * rowBytes, f32x4.max(log10Of(f32x4.max(sum, floor)), least));
  }
}

/** Raises what is more than 8 below the loudest to that, and maps to (value + 4) / 4. `count` is a multiple of 4. */
export function normalise(values: usize, count: usize): void {
  const end = values + count * 4;
  let peaks = f32x4.splat(-100);
  for (let at = values; at < end; at += 16) peaks = f32x4.max(peaks, v128.load(at));
  const peak = max(
    max(f32x4.extract_lane(peaks, 0), f32x4.extract_lane(peaks, 1)),
    max(f32x4.extract_lane(peaks, 2), f32x4.extract_lane(peaks, 3)),
  );
  const least = f32x4.splat(peak - 8);
  const four = f32x4.splat(4);
  const quarter = f32x4.splat(0.25);
  for (let at = values; at < end; at += 16) {
    v128.store(at, f32x4.mul(f32x4.add(f32x4.max(v128.load(at), least), four), quarter));
  }
}
