/** Bytes to samples by a table of 256. */
export function expand(from: usize, count: usize, table: usize, to: usize): void {
  for (let i: usize = 0; i < count; i++) store<f32>(to + i * 4, load<f32>(table + ((<usize>load<u8>(from + i)) << 2)));
}

/** Samples to bytes by a table of 65,536, indexed by the sample as an unsigned 16-bit number. */
export function compress(from: usize, count: usize, table: usize, to: usize): void {
  const full = f32x4.splat(32768);
  const half = f32x4.splat(0.5);
  for (let i: usize = 0; i < count; i += 4) {
    const near = f32x4.floor(f32x4.add(f32x4.mul(v128.load(from + i * 4), full), half));
    const whole = i16x8.narrow_i32x4_s(i32x4.trunc_sat_f32x4_s(near), i32x4.splat(0));
    store<u8>(to + i, load<u8>(table + <usize>i16x8.extract_lane_u(whole, 0)));
    store<u8>(to + i + 1, load<u8>(table + <usize>i16x8.extract_lane_u(whole, 1)));
    store<u8>(to + i + 2, load<u8>(table + <usize>i16x8.extract_lane_u(whole, 2)));
    store<u8>(to + i + 3, load<u8>(table + <usize>i16x8.extract_lane_u(whole, 3)));
  }
}
