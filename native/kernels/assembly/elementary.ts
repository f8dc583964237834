/** Elementary functions of four numbers at once, after the Cephes library: single precision but for the last bit or two. */

export function log10Of(x: v128): v128 {
  // x = m 2^e with m in [sqrt(1/2), sqrt(2)).
  let exponent = f32x4.convert_i32x4_s(i32x4.sub(i32x4.shr_u(x, 23), i32x4.splat(126)));
  let m = v128.or(v128.and(x, i32x4.splat(0x007fffff)), i32x4.splat(0x3f000000));
  const low = f32x4.lt(m, f32x4.splat(Mathf.SQRT1_2));
  exponent = f32x4.sub(exponent, v128.and(low, f32x4.splat(1)));
  m = f32x4.sub(f32x4.add(m, v128.and(low, m)), f32x4.splat(1));
  const z = f32x4.mul(m, m);
  let y = f32x4.splat(7.0376836292e-2);
  y = f32x4.add(f32x4.mul(y, m), f32x4.splat(-1.151461031e-1));
  y = f32x4.add(f32x4.mul(y, m), f32x4.splat(1.167699874e-1));
  y = f32x4.add(f32x4.mul(y, m), f32x4.splat(-1.2420140846e-1));
  y = f32x4.add(f32x4.mul(y, m), f32x4.splat(1.4249322787e-1));
  y = f32x4.add(f32x4.mul(y, m), f32x4.splat(-1.6668057665e-1));
  y = f32x4.add(f32x4.mul(y, m), f32x4.splat(2.0000714765e-1));
  y = f32x4.add(f32x4.mul(y, m), f32x4.splat(-2.4999993993e-1));
  y = f32x4.add(f32x4.mul(y, m), f32x4.splat(3.3333331174e-1));
  y = f32x4.mul(f32x4.mul(y, m), z);
  y = f32x4.add(m, f32x4.sub(y, f32x4.mul(z, f32x4.splat(0.5))));
  return f32x4.add(f32x4.mul(y, f32x4.splat(Mathf.LOG10E)), f32x4.mul(exponent, f32x4.splat(0.3010299956639812)));
}

/** For x from -80 to 80. */
function expOf(x: v128): v128 {
  const n = f32x4.nearest(f32x4.mul(x, f32x4.splat(Mathf.LOG2E)));
  let r = f32x4.sub(x, f32x4.mul(n, f32x4.splat(0.693359375)));
  r = f32x4.sub(r, f32x4.mul(n, f32x4.splat(-2.1219444e-4)));
  let y = f32x4.splat(1.98756915e-4);
  y = f32x4.add(f32x4.mul(y, r), f32x4.splat(1.3981999507e-3));
  y = f32x4.add(f32x4.mul(y, r), f32x4.splat(8.3334519073e-3));
  y = f32x4.add(f32x4.mul(y, r), f32x4.splat(4.1665795894e-2));
  y = f32x4.add(f32x4.mul(y, r), f32x4.splat(1.6666665459e-1));
  y = f32x4.add(f32x4.mul(y, r), f32x4.splat(5.0000001201e-1));
  y = f32x4.add(f32x4.add(f32x4.mul(y, f32x4.mul(r, r)), r), f32x4.splat(1));
  const scale = i32x4.shl(i32x4.add(i32x4.trunc_sat_f32x4_s(n), i32x4.splat(127)), 23);
  return f32x4.mul(y, scale);
}

export function tanhOf(x: v128): v128 {
  const sign = v128.and(x, i32x4.splat(0x80000000));
  const size = f32x4.min(f32x4.abs(x), f32x4.splat(10));
  const e = expOf(f32x4.mul(size, f32x4.splat(-2)));
  const one = f32x4.splat(1);
  return v128.or(f32x4.div(f32x4.sub(one, e), f32x4.add(one, e)), sign);
}

export function sigmoidOf(x: v128): v128 {
  const bounded = f32x4.max(f32x4.min(x, f32x4.splat(80)), f32x4.splat(-80));
  const one = f32x4.splat(1);
  return f32x4.div(one, f32x4.add(one, expOf(f32x4.neg(bounded))));
}

/** The angle as quarter turns, and what is left of it, at most an eighth of a turn either way. */
export function quartersOf(angle: v128): v128 {
  return f32x4.nearest(f32x4.mul(angle, f32x4.splat(0.6366197723675814)));
}

export function restOf(angle: v128, quarters: v128): v128 {
  let r = f32x4.sub(angle, f32x4.mul(quarters, f32x4.splat(1.5703125)));
  r = f32x4.sub(r, f32x4.mul(quarters, f32x4.splat(4.837512969970703e-4)));
  return f32x4.sub(r, f32x4.mul(quarters, f32x4.splat(7.549789948768648e-8)));
}

function shortSine(r: v128): v128 {
  const z = f32x4.mul(r, r);
  let y = f32x4.splat(-1.9515295891e-4);
  y = f32x4.add(f32x4.mul(y, z), f32x4.splat(8.3321608736e-3));
  y = f32x4.add(f32x4.mul(y, z), f32x4.splat(-1.6666654611e-1));
  return f32x4.add(f32x4.mul(f32x4.mul(y, z), r), r);
}

function shortCosine(r: v128): v128 {
  const z = f32x4.mul(r, r);
  let y = f32x4.splat(2.443315711809948e-5);
  y = f32x4.add(f32x4.mul(y, z), f32x4.splat(-1.388731625493765e-3));
  y = f32x4.add(f32x4.mul(y, z), f32x4.splat(4.166664568298827e-2));
  y = f32x4.mul(f32x4.mul(y, z), z);
  return f32x4.add(f32x4.sub(y, f32x4.mul(z, f32x4.splat(0.5))), f32x4.splat(1));
}

/** Sine of `rest` + `quarters` quarter turns; with one quarter more it is the cosine. */
export function sineOf(rest: v128, quarters: v128): v128 {
  const n = i32x4.trunc_sat_f32x4_s(quarters);
  const odd = i32x4.eq(v128.and(n, i32x4.splat(1)), i32x4.splat(1));
  const y = v128.bitselect(shortCosine(rest), shortSine(rest), odd);
  return v128.xor(y, i32x4.shl(v128.and(n, i32x4.splat(2)), 30));
}
