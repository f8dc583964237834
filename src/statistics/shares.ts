/** Returns Wilson's 95 % interval of a share. */
export function wilsonOf(hits: number, count: number): readonly [low: number, high: number] {
  const z = 1.96;
  const p = hits / count;
  const middle = p + z ** 2 / (2 * count);
  const half = z * Math.sqrt((p * (1 - p)) / count + z ** 2 / (4 * count ** 2));
  const scale = 1 + z ** 2 / count;
  return [Math.max(0, (middle - half) / scale), Math.min(1, (middle + half) / scale)];
}
