/**
 * Returns an ideal low-pass filter with a Kaiser window (Kaiser, 1974), as a function of the distance from its centre
 * in samples. `cutoff` is in cycles per sample. Beyond `halfWidth` the result is 0.
 */
export function createKaiserLowpass(options: {
  readonly cutoff: number;
  readonly halfWidth: number;
  readonly stopbandDb: number;
}): (distance: number) => number {
  const { cutoff, halfWidth, stopbandDb } = options;
  const beta =
    stopbandDb > 50 ? 0.1102 * (stopbandDb - 8.7) : 0.5842 * (stopbandDb - 21) ** 0.4 + 0.07886 * (stopbandDb - 21);
  const scale = 1 / besselI0(beta);
  return (distance) => {
    const place = distance / halfWidth;
    if (Math.abs(place) > 1) return 0;
    const window = besselI0(beta * Math.sqrt(1 - place * place)) * scale;
    const angle = 2 * Math.PI * cutoff * distance;
    return 2 * cutoff * window * (angle === 0 ? 1 : Math.sin(angle) / angle);
  };
}

/** Modified Bessel function of the first kind, order 0, as a power series. */
function besselI0(x: number): number {
  const quarter = (x * x) / 4;
  let term = 1;
  let sum = 1;
  for (let k = 1; term > sum * 1e-14; k++) {
    term *= quarter / (k * k);
    sum += term;
  }
  return sum;
}
