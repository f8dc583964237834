import { createRealFft } from '../dsp/fft.ts';
import { invariant } from '../kit/invariant.ts';
import { createTrack } from './track.ts';

/**
 * Distinguishes the echo of the agent's voice from the caller's voice. Times refer to the first sample, on the call's
 * sample clock.
 */
export interface EchoGuard {
  /** Records audio that the far end will play at `atMs`. Replaces earlier announcements from that time on. */
  played(samples: Float32Array, atMs: number): void;
  heard(samples: Float32Array, atMs: number): void;
  /** Returns whether the received audio between the two times mostly matches audio played up to 600 ms earlier. */
  isEcho(fromMs: number, toMs: number): boolean;
  /** The same for speech softer than any caller's: half the correlation suffices. */
  isSoftEcho(fromMs: number, toMs: number): boolean;
}

/** Maximum delay of echoes from telephone lines, speakerphones and mobile networks. */
const MAX_LAG_MS = 600;
/** Shortest and longest window of the correlation. */
const MIN_WINDOW_MS = 160;
const MAX_WINDOW_MS = 480;
/** Maximum audio announced ahead of time. The track grows only as needed. */
const AHEAD_MS = 30_000;
/**
 * Minimum correlation of an echo, for the shortest and the longest window. Measured on recorded prompts through mu-law
 * against an unrelated voice: 2 % of a caller's own windows reach 0.53 at 160 ms, 0.44 at 240 and 0.29 at 480. Echoes
 * through a 25 ms random room from -6 to -30 dB have a median of 0.6 and exceed 0.5 nine times in ten; through a
 * telephone line the median is 0.73, undistorted 0.99.
 */
const ECHO_CORRELATION = { atMinWindow: 0.5, atMaxWindow: 0.35 } as const;
/** Noise as loud as the echo reduces its correlation to about this share. */
const SOFT_LIKENESS = 0.5;
/** Maximum amplitude of an echo relative to the played audio. */
const MAX_GAIN = 2;
/** Mean square below which the played audio counts as silence. */
const INAUDIBLE = 1e-7;

/** Keeps 2 s of received audio, and played audio from 2 s ago to at most 30 s ahead. */
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

  /** Returns the correlation of the most recent window relative to the echo threshold: 1 and above is an echo. */
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

/** Two thirds of a megabyte of buffers, shared by all calls of a thread: each correlation is synchronous. */
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
 * Returns a function for the best normalised correlation of received with played audio at any lag from 0 to `maxLag`
 * samples. `fill` fills both buffers; the played one begins `maxLag` earlier.
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

/** Voices share low harmonics; without pre-emphasis any two vowels of similar pitch correlate. */
function whiten(samples: Float32Array, length: number): void {
  for (let i = length - 1; i > 0; i--) samples[i] = (samples[i] as number) - 0.9 * (samples[i - 1] as number);
  samples[0] = 0;
}

function energyOf(samples: Float32Array, from: number, to: number): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += (samples[i] as number) ** 2;
  return sum;
}
