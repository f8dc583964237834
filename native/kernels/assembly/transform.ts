/**
 * Four complex transforms at once, one in each lane, by the same passes as media/dsp/fft.ts (Stockham; radix 2, 4, 5).
 * A value is 32 bytes: four real parts, four imaginary parts.
 *
 * A plan is made by media/dsp/kernels/arena.ts: the number of passes, then for each its radix, groups, stride and the
 * address of its factors, all u32; the factors are pairs of f32.
 */

/** Transforms the `size` values at `from`, using as many at `spare`; gives where the result lies, one of the two. */
export function transform(plan: usize, from: usize, spare: usize): usize {
  const passes = load<u32>(plan);
  let at = plan + 4;
  for (let i: u32 = 0; i < passes; i++, at += 16) {
    const radix = load<u32>(at);
    if (radix === 4) pass4(at, from, spare);
    else if (radix === 5) pass5(at, from, spare);
    else pass2(at, from, spare);
    const swap = from;
    from = spare;
    spare = swap;
  }
  return from;
}

function re(value: usize): v128 {
  return v128.load(value);
}

function im(value: usize): v128 {
  return v128.load(value, 16);
}

/** Stores (x + iy)(w + iv). */
function turned(to: usize, x: v128, y: v128, factor: usize): void {
  const w = v128.load32_splat(factor);
  const v = v128.load32_splat(factor, 4);
  v128.store(to, f32x4.sub(f32x4.mul(x, w), f32x4.mul(y, v)));
  v128.store(to, f32x4.add(f32x4.mul(x, v), f32x4.mul(y, w)), 16);
}

function put(to: usize, x: v128, y: v128): void {
  v128.store(to, x);
  v128.store(to, y, 16);
}

function pass2(pass: usize, from: usize, to: usize): void {
  const groups: usize = load<u32>(pass, 4);
  const stride: usize = load<u32>(pass, 8);
  const factors: usize = load<u32>(pass, 12);
  const step = groups * stride * 32;
  for (let p: usize = 0; p < groups; p++) {
    for (let q: usize = 0; q < stride; q++) {
      const i = from + (q + stride * p) * 32;
      const o = to + (q + stride * 2 * p) * 32;
      put(o, f32x4.add(re(i), re(i + step)), f32x4.add(im(i), im(i + step)));
      turned(o + stride * 32, f32x4.sub(re(i), re(i + step)), f32x4.sub(im(i), im(i + step)), factors + p * 8);
    }
  }
}

function pass4(pass: usize, from: usize, to: usize): void {
  const groups: usize = load<u32>(pass, 4);
  const stride: usize = load<u32>(pass, 8);
  const factors: usize = load<u32>(pass, 12);
  const step = groups * stride * 32;
  for (let p: usize = 0; p < groups; p++) {
    for (let q: usize = 0; q < stride; q++) {
      const i = from + (q + stride * p) * 32;
      const o = to + (q + stride * 4 * p) * 32;
      const acR = f32x4.add(re(i), re(i + 2 * step));
      const acI = f32x4.add(im(i), im(i + 2 * step));
      const bdR = f32x4.add(re(i + step), re(i + 3 * step));
      const bdI = f32x4.add(im(i + step), im(i + 3 * step));
      const lessR = f32x4.sub(re(i), re(i + 2 * step));
      const lessI = f32x4.sub(im(i), im(i + 2 * step));
      const turnR = f32x4.sub(im(i + step), im(i + 3 * step));
      const turnI = f32x4.sub(re(i + 3 * step), re(i + step));
      const factor = factors + p * 24;
      put(o, f32x4.add(acR, bdR), f32x4.add(acI, bdI));
      turned(o + stride * 32, f32x4.add(lessR, turnR), f32x4.add(lessI, turnI), factor);
      turned(o + stride * 64, f32x4.sub(acR, bdR), f32x4.sub(acI, bdI), factor + 8);
      turned(o + stride * 96, f32x4.sub(lessR, turnR), f32x4.sub(lessI, turnI), factor + 16);
    }
  }
}

function pass5(pass: usize, from: usize, to: usize): void {
  const groups: usize = load<u32>(pass, 4);
  const stride: usize = load<u32>(pass, 8);
  const factors: usize = load<u32>(pass, 12);
  const step = groups * stride * 32;
  const cos72 = f32x4.splat(0.30901699437494745);
  const cos144 = f32x4.splat(-0.8090169943749475);
  const sin72 = f32x4.splat(0.9510565162951535);
  const sin144 = f32x4.splat(0.5877852522924731);
  for (let p: usize = 0; p < groups; p++) {
    for (let q: usize = 0; q < stride; q++) {
      const i = from + (q + stride * p) * 32;
      const o = to + (q + stride * 5 * p) * 32;
      const outerR = f32x4.add(re(i + step), re(i + 4 * step));
      const outerI = f32x4.add(im(i + step), im(i + 4 * step));
      const outerTurnR = f32x4.sub(re(i + step), re(i + 4 * step));
      const outerTurnI = f32x4.sub(im(i + step), im(i + 4 * step));
      const innerR = f32x4.add(re(i + 2 * step), re(i + 3 * step));
      const innerI = f32x4.add(im(i + 2 * step), im(i + 3 * step));
      const innerTurnR = f32x4.sub(re(i + 2 * step), re(i + 3 * step));
      const innerTurnI = f32x4.sub(im(i + 2 * step), im(i + 3 * step));
      const nearR = f32x4.add(re(i), f32x4.add(f32x4.mul(cos72, outerR), f32x4.mul(cos144, innerR)));
      const nearI = f32x4.add(im(i), f32x4.add(f32x4.mul(cos72, outerI), f32x4.mul(cos144, innerI)));
      const farR = f32x4.add(re(i), f32x4.add(f32x4.mul(cos144, outerR), f32x4.mul(cos72, innerR)));
      const farI = f32x4.add(im(i), f32x4.add(f32x4.mul(cos144, outerI), f32x4.mul(cos72, innerI)));
      const nearTurnR = f32x4.add(f32x4.mul(sin72, outerTurnI), f32x4.mul(sin144, innerTurnI));
      const nearTurnI = f32x4.add(f32x4.mul(sin72, outerTurnR), f32x4.mul(sin144, innerTurnR));
      const farTurnR = f32x4.sub(f32x4.mul(sin144, outerTurnI), f32x4.mul(sin72, innerTurnI));
      const farTurnI = f32x4.sub(f32x4.mul(sin144, outerTurnR), f32x4.mul(sin72, innerTurnR));
      const factor = factors + p * 32;
      put(o, f32x4.add(re(i), f32x4.add(outerR, innerR)), f32x4.add(im(i), f32x4.add(outerI, innerI)));
      turned(o + stride * 32, f32x4.add(nearR, nearTurnR), f32x4.sub(nearI, nearTurnI), factor);
      turned(o + stride * 64, f32x4.add(farR, farTurnR), f32x4.sub(farI, farTurnI), factor + 8);
      turned(o + stride * 96, f32x4.sub(farR, farTurnR), f32x4.add(farI, farTurnI), factor + 16);
      turned(o + stride * 128, f32x4.sub(nearR, nearTurnR), f32x4.add(nearI, nearTurnI), factor + 24);
    }
  }
}
