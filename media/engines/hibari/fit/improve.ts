import type { VoiceFitting } from '../../fitting.ts';
import { bounds as fitted } from './fit.ts';

type Parameters = Readonly<Record<string, number>>;

interface Knob {
  readonly name: string;
  readonly neutral: number;
  readonly bounds: readonly [number, number];
  /** Step of the first round; halved in each later one. */
  readonly step: number;
}

/** Parameters with the greatest effect come first. The formant range includes that of the lowest stock voice. */
const knobs: readonly Knob[] = [
  { name: 'formantScale', neutral: 1, bounds: [0.8, fitted.formantScale[1]], step: 0.06 },
  { name: 'pitchScale', neutral: 1, bounds: fitted.pitchScale, step: 0.09 },
  { name: 'tiltDbPerOctave', neutral: 0, bounds: fitted.tiltDbPerOctave, step: 1.5 },
  { name: 'aperiodicDb', neutral: 0, bounds: [-8, 2], step: 3 },
  { name: 'pitchRange', neutral: 1, bounds: fitted.pitchRange, step: 0.2 },
  { name: 'breath', neutral: 0, bounds: [0, 0.5], step: 0.2 },
];
const rounds = 3;
/** A smaller gain is chance: different words change the similarity as much. */
const leastGain = 0.002;

/** Searches the voice's parameters coordinate by coordinate, with about 35 likeness evaluations. */
export const improve: VoiceFitting['improve'] = async (starts, likeness, signal) => {
  let best = whole({});
  let score = Number.NEGATIVE_INFINITY;
  for (const start of starts) {
    const candidate = whole(start);
    const likes = await likeness(candidate);
    if (likes > score) [best, score] = [candidate, likes];
  }
  for (let round = 0; round < rounds; round++) {
    for (const knob of knobs) {
      for (const change of [knob.step, -knob.step]) {
        if (signal.aborted) return best;
        const value = within((best[knob.name] as number) + change / 2 ** round, knob.bounds);
        if (value === best[knob.name]) continue;
        const candidate = { ...best, [knob.name]: value };
        const likes = await likeness(candidate);
        if (likes < score + leastGain) continue;
        [best, score] = [candidate, likes];
        break;
      }
    }
  }
  return best;
};

/** Keeps the measured pace, which hardly affects the similarity. */
const whole = (parameters: Parameters): Parameters => ({
  ...parameters,
  ...Object.fromEntries(knobs.map(({ name, neutral }) => [name, parameters[name] ?? neutral])),
});

const within = (value: number, [least, most]: readonly [number, number]): number =>
  Math.round(Math.min(most, Math.max(least, value)) * 1000) / 1000;
