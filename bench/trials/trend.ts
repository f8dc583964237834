/** Least-squares line through points. */
export interface Trend {
  at(x: number): number;
  readonly slope: number;
}

export function trendOf(points: readonly (readonly [x: number, y: number])[]): Trend {
  const mean = (pick: 0 | 1): number => points.reduce((sum, point) => sum + point[pick], 0) / points.length;
  const [meanX, meanY] = [mean(0), mean(1)];
  const covariance = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  const variance = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  const slope = variance === 0 ? 0 : covariance / variance;
  return { slope, at: (x) => meanY + slope * (x - meanX) };
}
