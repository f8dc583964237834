import { join } from 'node:path';
import type { OpenSession, Session } from '../media/line/engine.ts';

/** Listening-panel scores from 1 to 5 as predicted by DNSMOS P.835. */
export interface QualityScore {
  /** Scores of the speech, the background and the overall signal. */
  readonly speech: number;
  readonly background: number;
  readonly overall: number;
  /** Overall score of P.808, from another network. */
  readonly p808: number;
}

export interface QualityScorer {
  /** 16 kHz mono, [-1, 1]; a short clip is repeated until it fills a window. */
  score(samples: Float32Array): Promise<QualityScore>;
  close(): Promise<void>;
}

const rateHz = 16000;
const windowSamples = Math.trunc(9.01 * rateHz);
/** Maps raw outputs to scores: c0 + c1 x + c2 x^2, from the models' P.835 calibration. */
const calibration = {
  speech: [0.0052439, 1.22083953, -0.08397278],
  background: [-0.39604546, 1.60915514, -0.13166888],
  overall: [0.04602535, 1.11546468, -0.06766283],
} as const;

/** `modelDir` must contain `sig_bak_ovr.onnx` and `model_v8.onnx`. */
export async function openQualityScorer(modelDir: string, open: OpenSession): Promise<QualityScorer> {
  const [p835, p808] = await Promise.all([
    open(join(modelDir, 'sig_bak_ovr.onnx')),
    open(join(modelDir, 'model_v8.onnx')),
  ]);
  const melSpectrogram = createMelSpectrogram();

  async function scoreWindow(samples: Float32Array): Promise<QualityScore> {
    const [speech = 0, background = 0, overall = 0] = await runOn(p835, samples, [1, samples.length]);
    const mels = melSpectrogram(samples.subarray(0, samples.length - 160));
    const [p808Score = 0] = await runOn(p808, mels, [1, mels.length / melBands, melBands]);
    return {
      speech: calibrated(speech, calibration.speech),
      background: calibrated(background, calibration.background),
      overall: calibrated(overall, calibration.overall),
      p808: p808Score,
    };
  }

  return {
    async score(samples) {
      const filled = repeatToFill(samples);
      const scores: QualityScore[] = [];
      for (let from = 0; from + windowSamples <= filled.length; from += rateHz) {
        scores.push(await scoreWindow(filled.slice(from, from + windowSamples)));
      }
      const mean = (of: (score: QualityScore) => number): number =>
        scores.reduce((sum, score) => sum + of(score), 0) / scores.length;
      return {
        speech: mean((score) => score.speech),
        background: mean((score) => score.background),
        overall: mean((score) => score.overall),
        p808: mean((score) => score.p808),
      };
    },
    async close() {
      await Promise.all([p835.close(), p808.close()]);
    },
  };
}

const calibrated = (x: number, [c0, c1, c2]: readonly [number, number, number]): number => c0 + c1 * x + c2 * x * x;

async function runOn(session: Session, data: Float32Array, dims: readonly number[]): Promise<readonly number[]> {
  const made = await session.run({ [session.inputNames[0] as string]: { type: 'float32', data, dims } });
  return Array.from(made[session.outputNames[0] as string]?.data ?? [], Number);
}

function repeatToFill(samples: Float32Array): Float32Array {
  if (samples.length === 0) throw new Error('a clip without samples has no quality');
  if (samples.length >= windowSamples) return samples;
  return Float32Array.from({ length: windowSamples }, (_, i) => samples[i % samples.length] as number);
}

const frame = 321;
const hop = 160;
const melBands = 120;

/**
 * Returns [frames, 120]: Slaney mel bands of a 321-point power spectrum, scaled so that the peak is 1 and 40 dB below
 * it is 0.
 */
function createMelSpectrogram(): (samples: Float32Array) => Float32Array {
  const bins = (frame + 1) / 2;
  const window = Float64Array.from({ length: frame }, (_, n) => 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / frame));
  const cos = Float64Array.from({ length: frame }, (_, n) => Math.cos((2 * Math.PI * n) / frame));
  const sin = Float64Array.from({ length: frame }, (_, n) => Math.sin((2 * Math.PI * n) / frame));
  const filters = melFilters(bins);
  const windowed = new Float64Array(frame);
  const power = new Float64Array(bins);

  return (samples) => {
    const frames = 1 + Math.floor((samples.length - 1) / hop);
    const mels = new Float32Array(frames * melBands);
    let peak = 1e-10;
    for (let f = 0; f < frames; f++) {
      for (let n = 0; n < frame; n++) {
        windowed[n] = (samples[f * hop + n - (frame - 1) / 2] ?? 0) * (window[n] as number);
      }
      // 321 has the prime factor 107, for which no fast transform is available here.
      for (let k = 0; k < bins; k++) {
        let re = 0;
        let im = 0;
        for (let n = 0, turn = 0; n < frame; n++, turn = (turn + k) % frame) {
          re += (windowed[n] as number) * (cos[turn] as number);
          im += (windowed[n] as number) * (sin[turn] as number);
        }
        power[k] = re * re + im * im;
      }
      filters.forEach((filter, band) => {
        const energy = filter.reduce((sum, weight, k) => sum + weight * (power[k] as number), 0);
        mels[f * melBands + band] = Math.max(energy, 1e-10);
        peak = Math.max(peak, energy);
      });
    }
    const top = 10 * Math.log10(peak);
    return mels.map((energy) => (Math.max(10 * Math.log10(energy) - top, -80) + 40) / 40);
  };
}

/** Triangles between points evenly spaced on the Slaney scale, each of unit area. */
function melFilters(bins: number): Float64Array[] {
  const top = hzToMel(rateHz / 2);
  const edges = Array.from({ length: melBands + 2 }, (_, i) => melToHz((top * i) / (melBands + 1)));
  return Array.from({ length: melBands }, (_, band) => {
    const [low, middle, high] = edges.slice(band, band + 3) as [number, number, number];
    return Float64Array.from({ length: bins }, (_, k) => {
      const hz = (k * rateHz) / frame;
      const rise = (hz - low) / (middle - low);
      const fall = (high - hz) / (high - middle);
      return (Math.max(0, Math.min(rise, fall)) * 2) / (high - low);
    });
  });
}

/** Linear to 1 kHz, logarithmic above. */
const hzToMel = (hz: number): number => (hz < 1000 ? (3 * hz) / 200 : 15 + (27 * Math.log(hz / 1000)) / Math.log(6.4));
const melToHz = (mel: number): number =>
  mel < 15 ? (200 * mel) / 3 : 1000 * Math.exp((Math.log(6.4) * (mel - 15)) / 27);
