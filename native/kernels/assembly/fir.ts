/**
 * A polyphase filter: output i is taken at `start` + i `down`, in 1 / `up` samples of `input`. `rows` has `up` rows of `taps`
 * coefficients, a multiple of 4, the oldest sample's first.
 */
export function interpolate(
  rows: usize,
  taps: usize,
  up: u32,
  down: u32,
  input: usize,
  start: u32,
  out: usize,
  count: u32,
): void {
  let newest: usize = start / up;
  let phase = start % up;
  const whole: usize = down / up;
  const part = down % up;
  for (let i: u32 = 0; i < count; i++) {
    let row = rows + phase * taps * 4;
    let sample = input + (newest - taps + 1) * 4;
    const end = row + taps * 4;
    let sum = f32x4.splat(0);
    for (; row < end; row += 16, sample += 16) sum = f32x4.add(sum, f32x4.mul(v128.load(row), v128.load(sample)));
    store<f32>(
      out + i * 4,
      f32x4.extract_lane(sum, 0) +
        f32x4.extract_lane(sum, 1) +
        (f32x4.extract_lane(sum, 2) + f32x4.extract_lane(sum, 3)),
    );
    newest += whole;
    phase += part;
    if (phase >= up) {
      phase -= up;
      newest++;
    }
  }
}
