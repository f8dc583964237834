/** Four rows of four numbers at `from`, `step` bytes apart, become four columns at `to`, `stepTo` bytes apart. */
export function transpose(a: v128, b: v128, c: v128, d: v128, to: usize, stepTo: usize): void {
  const ab = v128.shuffle<f32>(a, b, 0, 4, 1, 5);
  const AB = v128.shuffle<f32>(a, b, 2, 6, 3, 7);
  const cd = v128.shuffle<f32>(c, d, 0, 4, 1, 5);
  const CD = v128.shuffle<f32>(c, d, 2, 6, 3, 7);
  v128.store(to, v128.shuffle<f32>(ab, cd, 0, 1, 4, 5));
  v128.store(to + stepTo, v128.shuffle<f32>(ab, cd, 2, 3, 6, 7));
  v128.store(to + 2 * stepTo, v128.shuffle<f32>(AB, CD, 0, 1, 4, 5));
  v128.store(to + 3 * stepTo, v128.shuffle<f32>(AB, CD, 2, 3, 6, 7));
}

/** Four windows of `count` samples, `step` bytes apart, times `window`: a sample of each side by side. */
export function gather(from: usize, step: usize, window: usize, count: usize, to: usize): void {
  for (let n: usize = 0; n < count; n += 4) {
    const factor = v128.load(window + n * 4);
    const at = from + n * 4;
    transpose(
      f32x4.mul(factor, v128.load(at)),
      f32x4.mul(factor, v128.load(at + step)),
      f32x4.mul(factor, v128.load(at + 2 * step)),
      f32x4.mul(factor, v128.load(at + 3 * step)),
      to + n * 16,
      16,
    );
  }
}
