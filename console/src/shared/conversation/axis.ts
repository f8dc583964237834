/** Returns round numbers from 0 to at least `longest`, in about `count` steps. */
export function niceTicks(longest: number, count: number): readonly number[] {
  const rough = Math.max(1, longest) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
  return Array.from({ length: Math.ceil(Math.max(1, longest) / step) + 1 }, (_, i) => i * step);
}
