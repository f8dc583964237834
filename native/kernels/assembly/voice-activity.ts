import { sigmoidOf, tanhOf } from './elementary';

/**
 * One step of the voice detector; returns the probability of voice. `at` holds, as u32: the weights of `dense` for the
 * transform, four convolutions and the recurrent layer; the biases of the last five; the weights of the output and its
 * bias; then the work areas [288 + 32], [128], [6, 65], [5, 128], [3, 64], [64] and gates [512]; then the input of the
 * recurrent layer [128] with its hidden state [128] behind it, and its cell state [128]. The first and last rows of
 * work areas are the zeros around a convolution. Both states are replaced.
 */
export function voiceStep(at: usize): f32 {
  const sound: usize = load<u32>(at, 52);
  const spectrum: usize = load<u32>(at, 56);
  const power: usize = load<u32>(at, 60);
  const first: usize = load<u32>(at, 64);
  const second: usize = load<u32>(at, 68);
  const third: usize = load<u32>(at, 72);
  const gates: usize = load<u32>(at, 76);
  const joined: usize = load<u32>(at, 80);
  const cells: usize = load<u32>(at, 84);
  // The sound is continued by its mirror image.
  for (let i: usize = 0; i < 32; i++) store<f32>(sound + (288 + i) * 4, load<f32>(sound + (286 - i) * 4));
  for (let frame: usize = 0; frame < 4; frame++) {
    dense(load<u32>(at), 0, sound + frame * 256, 128, spectrum, 128);
    magnitudes(spectrum, power + (frame + 1) * 260);
  }
  for (let frame: usize = 0; frame < 4; frame++) {
    dense(load<u32>(at, 4), load<u32>(at, 24), power + frame * 260, 195, first + (frame + 1) * 512, 128);
    positive(first + (frame + 1) * 512, 128);
  }
  for (let frame: usize = 0; frame < 2; frame++) {
    dense(load<u32>(at, 8), load<u32>(at, 28), first + frame * 1024, 384, second + (frame + 1) * 256, 64);
    positive(second + (frame + 1) * 256, 64);
  }
  dense(load<u32>(at, 12), load<u32>(at, 32), second, 192, third, 64);
  positive(third, 64);
  dense(load<u32>(at, 16), load<u32>(at, 36), third, 64, joined, 128);
  positive(joined, 128);
  dense(load<u32>(at, 20), load<u32>(at, 40), joined, 256, gates, 512);
  remember(gates, joined + 512, cells);
  return probability(joined + 512, load<u32>(at, 44), load<f32>(load<u32>(at, 48)));
}

/** out = weights x + bias, where the weights of 32 outputs follow each other for each input. */
function dense(weights: usize, bias: usize, x: usize, inputs: usize, out: usize, outputs: usize): void {
  const xEnd = x + inputs * 4;
  for (let end = out + outputs * 4; out < end; out += 128) {
    let a = f32x4.splat(0);
    let b = a;
    let c = a;
    let d = a;
    let e = a;
    let f = a;
    let g = a;
    let h = a;
    if (bias !== 0) {
      a = v128.load(bias);
      b = v128.load(bias, 16);
      c = v128.load(bias, 32);
      d = v128.load(bias, 48);
      e = v128.load(bias, 64);
      f = v128.load(bias, 80);
      g = v128.load(bias, 96);
      h = v128.load(bias, 112);
      bias += 128;
    }
    for (let from = x; from < xEnd; from += 4) {
      const value = v128.load32_splat(from);
      a = f32x4.add(a, f32x4.mul(value, v128.load(weights)));
      b = f32x4.add(b, f32x4.mul(value, v128.load(weights, 16)));
      c = f32x4.add(c, f32x4.mul(value, v128.load(weights, 32)));
      d = f32x4.add(d, f32x4.mul(value, v128.load(weights, 48)));
      e = f32x4.add(e, f32x4.mul(value, v128.load(weights, 64)));
      f = f32x4.add(f, f32x4.mul(value, v128.load(weights, 80)));
      g = f32x4.add(g, f32x4.mul(value, v128.load(weights, 96)));
      h = f32x4.add(h, f32x4.mul(value, v128.load(weights, 112)));
      weights += 128;
    }
    v128.store(out, a);
    v128.store(out, b, 16);
    v128.store(out, c, 32);
    v128.store(out, d, 48);
    v128.store(out, e, 64);
    v128.store(out, f, 80);
    v128.store(out, g, 96);
    v128.store(out, h, 112);
  }
}

/** Of 65 bins: the real parts come first, then the imaginary ones of bins 1 to 63; the others are 0. */
function magnitudes(spectrum: usize, out: usize): void {
  store<f32>(out, abs(load<f32>(spectrum)));
  store<f32>(out, abs(load<f32>(spectrum, 256)), 256);
  for (let bin: usize = 1; bin < 64; bin++) {
    const re = load<f32>(spectrum + bin * 4);
    const im = load<f32>(spectrum + bin * 4, 256);
    store<f32>(out + bin * 4, sqrt(re * re + im * im));
  }
}

function positive(values: usize, count: usize): void {
  const none = f32x4.splat(0);
  for (const end = values + count * 4; values < end; values += 16) {
    v128.store(values, f32x4.max(v128.load(values), none));
  }
}

/** Gates for input, forgetting, cell and output, 128 each. */
function remember(gates: usize, hidden: usize, cells: usize): void {
  for (let i: usize = 0; i < 512; i += 16) {
    const kept = f32x4.mul(sigmoidOf(v128.load(gates + i, 512)), v128.load(cells + i));
    const added = f32x4.mul(sigmoidOf(v128.load(gates + i)), tanhOf(v128.load(gates + i, 1024)));
    const cell = f32x4.add(kept, added);
    v128.store(cells + i, cell);
    v128.store(hidden + i, f32x4.mul(sigmoidOf(v128.load(gates + i, 1536)), tanhOf(cell)));
  }
}

function probability(hidden: usize, weights: usize, bias: f32): f32 {
  let sums = f32x4.splat(0);
  for (let i: usize = 0; i < 512; i += 16) {
    const value = f32x4.max(v128.load(hidden + i), f32x4.splat(0));
    sums = f32x4.add(sums, f32x4.mul(value, v128.load(weights + i)));
  }
  const sum =
    f32x4.extract_lane(sums, 0) +
    f32x4.extract_lane(sums, 1) +
    f32x4.extract_lane(sums, 2) +
    f32x4.extract_lane(sums, 3);
  return f32x4.extract_lane(sigmoidOf(f32x4.splat(sum + bias)), 0);
}
