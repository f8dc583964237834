import { createRealFft } from '../dsp/fft.ts';
import { type KernelForm, threadForms } from '../dsp/kernels/forms.ts';
import { createInverseStft, createStft, periodicHann } from '../dsp/stft.ts';
import { createNoise, type Noise } from './noise.ts';
import { phaseTable, turnTable } from './phase-table.ts';
import { createPulseTrain } from './pulse-train.ts';
import type { SpectralFrames } from './spectral-frames.ts';
import { type BeginSound, soundByFours } from './vocoder-fours.ts';

interface RenderOptions {
  /** Range of frames to render, end exclusive. */
  readonly startFrame: number;
  readonly endFrame: number;
  /** Frames per piece. The last value repeats to the end. */
  readonly pieceFrames: readonly number[];
}

/** Converts spectra to audio at one rate: 201 bins and a hop of 100 at 8 kHz, 401 and 200 at 16 kHz. */
export interface Vocoder {
  readonly bins: number;
  readonly hop: number;
  /** Yields pieces in order, rendered on demand. The same input yields the same samples. */
  render(frames: SpectralFrames, options: RenderOptions): Generator<Float32Array>;
}

/**
 * S = harmonic e^(i pi tanh(theta)) STFT(pulses) + noise Z + free e^(i phi), then an inverse STFT (periodic Hann, four hops).
 * The pulses' STFT is scaled so that a unit cosine peaks at 1.
 */
export function createVocoder(rateHz: 8000 | 16000, form: KernelForm = threadForms.vocoder): Vocoder {
  const hop = rateHz / 80;
  const noise = createNoise(1);
  const beginSound = form === 'wasm' ? soundByFours(hop, noise) : soundByFrames(hop, noise);
  return {
    bins: 2 * hop + 1,
    hop,
    *render(frames, { startFrame, endFrame, pieceFrames }) {
      // The first three hops of an inverse STFT fade in, so rendering starts that much earlier; a hop ends one before
      // its frame.
      const pulses = createPulseTrain({ f0: frames.f0, hop, rateHz, maxHz: rateHz / 2 - 1 });
      const sound = beginSound(frames, pulses, startFrame - 1);
      const discarded = new Float32Array(hop);
      for (let i = 0; i < 3; i++) sound(discarded, 0);
      for (let done = startFrame, pieces = 0; done < endFrame; pieces++) {
        const wanted = pieceFrames[Math.min(pieces, pieceFrames.length - 1)] as number;
        const piece = new Float32Array(Math.min(wanted, endFrame - done) * hop);
        for (let at = 0; at < piece.length; at += hop, done++) sound(piece, at);
        yield piece;
      }
    },
  };
}

function soundByFrames(hop: number, noise: Noise): BeginSound {
  const fft = createRealFft(4 * hop);
  const stft = createStft(
    periodicHann(4 * hop).map((factor) => factor / hop),
    fft,
  );
  const re = new Float32Array(fft.bins);
  const im = new Float32Array(fft.bins);
  return (frames, pulses, firstFrame) => {
    const inverse = createInverseStft(hop, fft);
    const window = new Float32Array(4 * hop);
    const ahead = window.subarray(3 * hop);
    const advance = (): void => {
      window.copyWithin(0, hop);
      pulses.next(ahead);
    };
    // A window's last hop begins one hop after its frame's centre, so the window of frame -1 is the first that contains
    // a sample.
    for (let frame = -1; frame <= firstFrame; frame++) advance();
    let frame = firstFrame;
    return (out, at) => {
      if (frame >= 0 && frame < frames.frames) {
        stft.analyse(window, 0, re, im);
        shape({ frames, frame, noise }, re, im);
      } else {
        re.fill(0);
        im.fill(0);
      }
      inverse.push(re, im, out, at);
      advance();
      frame += 1;
    };
  };
}

interface FrameSpectrum {
  readonly frames: SpectralFrames;
  readonly frame: number;
  readonly noise: Noise;
}

/** Writes S of one frame into `re` and `im`, which initially contain the pulses' spectrum. */
function shape({ frames, frame, noise }: FrameSpectrum, re: Float32Array, im: Float32Array): void {
  const { harmonic, theta, free, phi, bins } = frames;
  const { table, mask } = noise;
  const noiseAt = noise.startOf(frame);
  for (let k = 0, at = frame * bins; k < bins; k++, at++) {
    const t = turnTable.indexOf(theta[at] as number);
    const p = phaseTable.indexOf(phi[at] as number);
    const h = harmonic[at] as number;
    const n = frames.noise[at] as number;
    const r = free[at] as number;
    const c = h * (turnTable.cos[t] as number);
    const s = h * (turnTable.sin[t] as number);
    const x = re[k] as number;
    const y = im[k] as number;
    re[k] = c * x - s * y + n * (table[(noiseAt + 2 * k) & mask] as number) + r * (phaseTable.cos[p] as number);
    im[k] = c * y + s * x + n * (table[(noiseAt + 2 * k + 1) & mask] as number) + r * (phaseTable.sin[p] as number);
  }
}
