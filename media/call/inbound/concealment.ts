/** Replaces missing audio without a click at either end. */
export interface Concealer {
  /** Takes received audio. After concealment, the seam is smoothed in place. */
  real(samples: Float32Array): void;
  /** Returns a replacement for `count` missing samples: the voice continues for a moment and fades. */
  lost(count: number): Float32Array;
}

/** Pitches of 62 to 400 Hz. */
const shortestPeriodMs = 2.5;
const longestPeriodMs = 16;
const templateMs = 16;
/** Time at full level, then fade to silence: a vowel held longer sounds artificial. */
const holdMs = 10;
const fadeMs = 50;
const seamMs = 5;

export function createConcealer(rateHz: number): Concealer {
  const samplesOf = (ms: number): number => Math.round((ms * rateHz) / 1000);
  const longest = samplesOf(longestPeriodMs);
  const template = samplesOf(templateMs);
  const hold = samplesOf(holdMs);
  const fade = samplesOf(fadeMs);
  const seam = samplesOf(seamMs);
  const history = new Float32Array(longest + template);
  /** Samples concealed since the last received audio. */
  let concealed = 0;
  let period = 1;
  let step = 0;

  /** Extrapolates the voice; the step between two periods is spread over the seam. */
  function guess(at: number): number {
    if (at >= hold + fade) return 0;
    const phase = at % period;
    const gain = at < hold ? 1 : 1 - (at - hold) / fade;
    const smooth = phase < seam ? step * (1 - (phase + 1) / (seam + 1)) : 0;
    return gain * ((history[history.length - period + phase] as number) + smooth);
  }

  function remember(samples: Float32Array): void {
    if (samples.length >= history.length) return history.set(samples.subarray(samples.length - history.length));
    history.copyWithin(0, samples.length);
    history.set(samples, history.length - samples.length);
  }

  return {
    real(samples) {
      if (concealed > 0) {
        const length = Math.min(seam, samples.length);
        for (let i = 0; i < length; i++) {
          const part = (i + 1) / (length + 1);
          samples[i] = part * (samples[i] as number) + (1 - part) * guess(concealed + i);
        }
        concealed = 0;
      }
      remember(samples);
    },
    lost(count) {
      if (concealed === 0) {
        period = periodOf(history, samplesOf(shortestPeriodMs), longest, template);
        step = (history[history.length - 1] as number) - (history[history.length - 1 - period] as number);
      }
      const samples = new Float32Array(count);
      for (let i = 0; i < count; i++) samples[i] = guess(concealed + i);
      concealed += count;
      return samples;
    },
  };
}

/** Returns the lag at which the end of the history best matches what precedes it. */
function periodOf(history: Float32Array, shortest: number, longest: number, template: number): number {
  const end = history.length;
  let best = longest;
  let bestScore = 0;
  for (let lag = shortest; lag <= longest; lag++) {
    let product = 0;
    let energy = 1e-9;
    for (let i = end - template; i < end; i++) {
      const before = history[i - lag] as number;
      product += (history[i] as number) * before;
      energy += before * before;
    }
    const score = product > 0 ? (product * product) / energy : 0;
    if (score > bestScore * 1.02) {
      best = lag;
      bestScore = score;
    }
  }
  return best;
}
