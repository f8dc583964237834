import { createRealFft } from '../dsp/fft.ts';
import { invariant } from '../kit/invariant.ts';
import { createTrack } from './track.ts';

/** Tells our own voice coming back from a caller's. Times are of the first sample, on the call's sample clock. */
export interface EchoGuard {
  /** Audio that the far end will play at `atMs`; it replaces earlier announcements for that time and later. */
  played(samples: Float32Array, atMs: number): void;
  heard(samples: Float32Array, atMs: number): void;
  /** Whether what came in between the two times is, for the most part, what was played up to 600 ms before it. */
  isEcho(fromMs: number, toMs: number): boolean;
  /** The same of speech that is softer than any caller's: half the likeness is enough. */
  isSoftEcho(fromMs: number, toMs: number): boolean;
}

/** Echo of a telephone line, a speaker phone or a mobile network comes back within this. */
const MAX_LAG_MS = 600;
/** The correlation looks at no less and no more than this. */
const MIN_WINDOW_MS = 160;
const MAX_WINDOW_MS = 480;
/** The most audio announced ahead of its time. The track is only as long as the announced audio. */
const AHEAD_MS = 30_000;
/**
 * Correlation from which a stretch is an echo, for the shortest and the longest. Measured on recorded prompts through
 * mu-law: 2 % of a caller's own stretches reach 0.53 at 160 ms, 0.44 at 240 and 0.29 at 480, against an unrelated voice
 * played; echoes through a 25 ms random room from -6 to -30 dB have a median of 0.6 and pass 0.5 nine times in ten,
 * through a telephone line 0.73, undistorted 0.99.
 */
const ECHO_CORRELATION = { atMinWindow: 0.5, atMaxWindow: 0.35 } as const;
/** Noise as loud as the echo takes this much of its correlation. */
const SOFT_LIKENESS = 0.5;
/** An echo is never louder than this, relative to what was played. */
const MAX_GAIN = 2;
/** Below this mean square nothing was played to speak of. */
const INAUDIBLE = 1e-7;

/** Memory: 2 s of what was heard, and what is played from 2 s ago on, at most 30 s ahead. */
export function createEchoGuard(options: { readonly rateHz: 8000 }): EchoGuard {
  const { rateHz } = options;
  const samplesOf = (ms: number): number => Math.round((ms * rateHz) / 1000);
  const keepSamples = samplesOf(MAX_LAG_MS + MAX_WINDOW_MS + 920);
  const heardTrack = createTrack(keepSamples);
  const playedTrack = createTrack(keepSamples + samplesOf(AHEAD_MS));

  return {
    played: (samples, atMs) => playedTrack.write(samples, samplesOf(atMs)),
    heard(samples, atMs) {
      const at = samplesOf(atMs);
      heardTrack.forgetBefore(at + samples.length - keepSamples);
      heardTrack.write(samples, at);
      playedTrack.forgetBefore(at - keepSamples);
    },
    isEcho: (fromMs, toMs) => likeness(fromMs, toMs) >= 1,
    isSoftEcho: (fromMs, toMs) => likeness(fromMs, toMs) >= SOFT_LIKENESS,
  };

  /** Of what came last: 1 is where it counts as an echo. */
  function likeness(fromMs: number, toMs: number): number {
    const to = samplesOf(toMs);
    const length = samplesOf(Math.min(MAX_WINDOW_MS, Math.max(MIN_WINDOW_MS, toMs - fromMs)));
    const best = correlate8k(length, (heard, played) => {
      heardTrack.read(heard, to - length);
      playedTrack.read(played, to - length - samplesOf(MAX_LAG_MS));
    });
    return best.gain > MAX_GAIN ? 0 : best.correlation / echoCorrelation((length * 1000) / rateHz);
  }
}

/** Two thirds of a megabyte of work space, for all calls of a thread: a correlation is over before the next begins. */
const correlate8k = createCorrelator((MAX_WINDOW_MS * 8000) / 1000, (MAX_LAG_MS * 8000) / 1000);

function echoCorrelation(windowMs: number): number {
  const part = (windowMs - MIN_WINDOW_MS) / (MAX_WINDOW_MS - MIN_WINDOW_MS);
  return ECHO_CORRELATION.atMinWindow + part * (ECHO_CORRELATION.atMaxWindow - ECHO_CORRELATION.atMinWindow);
}

interface Match {
  readonly correlation: number;
  /** Amplitude of the match, relative to what was played. */
  readonly gain: number;
}

/**
 * Best normalised correlation of a heard stretch with the played one at any lag from 0 to `maxLag` samples; `fill` gets
 * the two to fill, the played one beginning `maxLag` earlier.
 */
function createCorrelator(maxWindow: number, maxLag: number) {
  const fft = createRealFft(9600);
  invariant(maxWindow + maxLag + 1 <= fft.size, 'the correlation would wrap around');
  const heard = new Float32Array(fft.size);
  const played = new Float32Array(fft.size);
  const heardRe = new Float32Array(fft.bins);
  const heardIm = new Float32Array(fft.bins);
  const playedRe = new Float32Array(fft.bins);
  const playedIm = new Float32Array(fft.bins);
  const product = new Float32Array(fft.size);

  return (length: number, fill: (heard: Float32Array, played: Float32Array) => void): Match => {
    heard.fill(0);
    played.fill(0);
    fill(heard.subarray(0, length), played.subarray(0, length + maxLag));
    whiten(heard, length);
    whiten(played, length + maxLag);
    fft.forward(heard, heardRe, heardIm);
    fft.forward(played, playedRe, playedIm);
    for (let k = 0; k < fft.bins; k++) {
      const hr = heardRe[k] as number;
      const hi = heardIm[k] as number;
      const pr = playedRe[k] as number;
      const pi = playedIm[k] as number;
      playedRe[k] = pr * hr + pi * hi;
      playedIm[k] = pi * hr - pr * hi;
    }
    fft.inverse(playedRe, playedIm, product);
    return bestMatch(product, energyOf(heard, 0, length), { played, length, maxLag });
  };
}

function bestMatch(
  product: Float32Array,
  heardEnergy: number,
  { played, length, maxLag }: { played: Float32Array; length: number; maxLag: number },
): Match {
  let best: Match = { correlation: 0, gain: 0 };
  if (heardEnergy <= 0) return best;
  let playedEnergy = energyOf(played, 0, length);
  for (let shift = 0; shift <= maxLag; shift++) {
    if (playedEnergy > INAUDIBLE * length) {
      const value = product[shift] as number;
      const correlation = Math.abs(value) / Math.sqrt(heardEnergy * playedEnergy);
      if (correlation > best.correlation) best = { correlation, gain: Math.abs(value) / playedEnergy };
    }
    playedEnergy += (played[shift + length] as number) ** 2 - (played[shift] as number) ** 2;
  }
  return best;
}

/** Voices share their low harmonics; without this any two vowels of like pitch correlate. */
function whiten(samples: Float32Array, length: number): void {
  for (let i = length - 1; i > 0; i--) samples[i] = (samples[i] as number) - 0.9 * (samples[i - 1] as number);
  samples[0] = 0;
}

function energyOf(samples: Float32Array, from: number, to: number): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += (samples[i] as number) ** 2;
  return sum;
}
