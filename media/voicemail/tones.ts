import { createRealFft } from '../dsp/fft.ts';

/** A steady single tone between 400 and 2,000 Hz. Times are in ms of the pushed samples. */
export interface Tone {
  readonly hz: number;
  readonly startMs: number;
  readonly endMs: number;
  /** Whether silence preceded it. */
  readonly quietBefore: boolean;
  /** Whether silence followed it. */
  readonly quietAfter: boolean;
}

export interface ToneDetector {
  /** Returns the tones that have ended, each about 110 ms after its end. */
  push(samples: Float32Array): readonly Tone[];
}

const frameMs = 32;
const hopMs = 16;
const lowestHz = 400;
const highestHz = 2000;
/** Minimum share of a frame's energy in the tone and its second and third harmonics. Vowels stay below 0.8. */
const purity = 0.92;
/** Below -42 dBFS the sound is line noise. */
const leastPower = 10 ** -4.2;
const steadyHz = 14;
const steadyShare = 0.015;
/** Silence is at least 12 dB below the adjacent tone. */
const quieter = 10 ** -1.2;
const besideHops = 5;

interface Frame {
  readonly power: number;
  readonly hz: number | undefined;
}

interface Run {
  readonly startHop: number;
  hops: number;
  hz: number;
  power: number;
  quietBefore: boolean;
}

export function createToneDetector(options: { readonly rateHz: number }): ToneDetector {
  const analyse = createAnalysis(options.rateHz);
  const hop = (hopMs * options.rateHz) / 1000;
  const frame = new Float32Array((frameMs * options.rateHz) / 1000);
  const powers: number[] = [];
  let filled = 0;
  let hops = 0;
  let run: Run | undefined;
  /** A tone that has ended, while the audio after it is being examined. */
  let past: { readonly run: Run; loudest: number; untilHop: number } | undefined;

  function take(out: Tone[]): void {
    const { power, hz } = analyse(frame);
    if (past !== undefined) {
      if (hops > past.run.startHop + past.run.hops) past.loudest = Math.max(past.loudest, power);
      if (hops >= past.untilHop) out.push(toneOf(past.run, past.loudest));
      if (hops >= past.untilHop) past = undefined;
    }
    const goesOn =
      run !== undefined && hz !== undefined && Math.abs(hz - run.hz) <= Math.max(steadyHz, steadyShare * run.hz);
    if (run !== undefined && goesOn) {
      run.hz += ((hz as number) - run.hz) / (run.hops + 1);
      run.power = Math.max(run.power, power);
      run.hops += 1;
    } else {
      if (run !== undefined) end(run, out);
      run = hz === undefined ? undefined : { startHop: hops, hops: 1, hz, power, quietBefore: quietBefore(power) };
    }
    powers.push(power);
    if (powers.length > 8) powers.shift();
    hops += 1;
  }

  function end(over: Run, out: Tone[]): void {
    if (over.hops < 3) return;
    if (past !== undefined) out.push(toneOf(past.run, Number.POSITIVE_INFINITY));
    past = { run: over, loudest: 0, untilHop: over.startHop + over.hops + besideHops };
  }

  /** The frame directly before a tone already contains part of it. */
  const quietBefore = (power: number): boolean => {
    const before = powers.slice(-4, -1);
    return Math.max(0, ...before) < power * quieter;
  };

  const toneOf = ({ startHop, hops: length, hz, power, quietBefore }: Run, after: number): Tone => ({
    hz: Math.round(hz),
    startMs: startHop * hopMs + hopMs / 2,
    // Half a frame of a tone suffices for detection at either end.
    endMs: (startHop + length) * hopMs + hopMs / 2,
    quietBefore,
    quietAfter: after < power * quieter,
  });

  return {
    push(samples) {
      const out: Tone[] = [];
      for (const sample of samples) {
        frame[filled++] = sample;
        if (filled < frame.length) continue;
        take(out);
        frame.copyWithin(0, hop);
        filled -= hop;
      }
      return out;
    },
  };
}

/** Returns the mean square of a frame, and the pitch of its single tone, if any. */
function createAnalysis(rateHz: number): (frame: Float32Array) => Frame {
  const size = (frameMs * rateHz) / 1000;
  const fft = createRealFft(size);
  const binHz = rateHz / size;
  const window = Float32Array.from({ length: size }, (_, n) => 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / size));
  const input = new Float32Array(size);
  const re = new Float32Array(fft.bins);
  const im = new Float32Array(fft.bins);
  const energy = new Float64Array(fft.bins);
  const first = Math.ceil(100 / binHz);
  const around = (bin: number): number => {
    let sum = 0;
    for (let k = Math.max(0, bin - 2); k <= Math.min(fft.bins - 1, bin + 2); k++) sum += energy[k] as number;
    return sum;
  };

  return (frame) => {
    let power = 0;
    for (let n = 0; n < size; n++) {
      const sample = frame[n] as number;
      power += sample * sample;
      input[n] = sample * (window[n] as number);
    }
    power /= size;
    if (power < leastPower) return { power, hz: undefined };
    fft.forward(input, re, im);
    let total = 0;
    let peak = first;
    for (let k = first; k < fft.bins; k++) {
      energy[k] = (re[k] as number) ** 2 + (im[k] as number) ** 2;
      total += energy[k] as number;
      if ((energy[k] as number) > (energy[peak] as number)) peak = k;
    }
    const hz = (peak + refine(energy, peak)) * binHz;
    if (hz < lowestHz - steadyHz || hz > highestHz + steadyHz) return { power, hz: undefined };
    const harmonics = [2, 3].map((n) => Math.round((n * hz) / binHz)).filter((bin) => bin < fft.bins - 2);
    const harmonicPower = [peak, ...harmonics].reduce((sum, bin) => sum + around(bin), 0);
    return { power, hz: harmonicPower >= purity * total ? hz : undefined };
  };
}

/** Interpolates the peak between its neighbours with a parabola through the logarithms. */
function refine(energy: Float64Array, peak: number): number {
  const [left, middle, right] = [peak - 1, peak, peak + 1].map((k) => Math.log((energy[k] ?? 0) + 1e-20)) as [
    number,
    number,
    number,
  ];
  const curve = left - 2 * middle + right;
  return curve === 0 ? 0 : Math.max(-0.5, Math.min(0.5, (left - right) / (2 * curve)));
}
