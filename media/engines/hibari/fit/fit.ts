import { readFileSync } from 'node:fs';
import type { FittedVoice, VoiceMeasure } from '../../fitting.ts';
import { bandAt, bandHz, bands } from './measure.ts';

/** Measurements that determine the similarity of two voices. */
export type VoiceTraits = Pick<VoiceMeasure, 'pitchHz' | 'pitchSpread' | 'syllableRate' | 'spectrum'>;

interface StockVoice extends VoiceTraits {
  readonly name: string;
}

/** Measurements of the stock voices, each with the same two sentences. The first one has neutral parameters. */
const stock = JSON.parse(readFileSync(new URL('./stock.json', import.meta.url), 'utf8')) as readonly StockVoice[];

/** Range in which the voice sounds natural. */
export const bounds = {
  pitchScale: [0.45, 1.6],
  pitchRange: [0.6, 1.5],
  formantScale: [0.84, 1.16],
  tiltDbPerOctave: [-4, 4],
  pace: [0.85, 1.2],
} as const;

const within = (value: number, [least, most]: readonly [number, number]): number =>
  Math.round(Math.min(most, Math.max(least, value)) * 1000) / 1000;

/** Fits pitch, range, formants, tilt and pace of the embedded voice to a reference. Pure. */
export function fitVoice(reference: VoiceTraits): FittedVoice {
  const [base] = stock as readonly [StockVoice];
  const pitchScale = within(reference.pitchHz / base.pitchHz, bounds.pitchScale);
  const pitchRange = within(reference.pitchSpread / base.pitchSpread, bounds.pitchRange);
  const pace = within(reference.syllableRate / base.syllableRate, bounds.pace);
  const { formantScale, tiltDbPerOctave, spectrum } = fitSpectrum(base.spectrum, reference.spectrum);
  const fitted: VoiceTraits = {
    pitchHz: base.pitchHz * pitchScale,
    pitchSpread: base.pitchSpread * pitchRange,
    syllableRate: base.syllableRate * pace,
    spectrum,
  };
  const likenesses = stock.map((voice) => ({ name: voice.name, similarity: similarityOf(voice, reference) }));
  const nearest = likenesses.reduce((best, likeness) => (likeness.similarity > best.similarity ? likeness : best));
  return {
    base: base.name,
    parameters: { pitchScale, pitchRange, formantScale, tiltDbPerOctave, pace },
    similarity: similarityOf(fitted, reference),
    basis: 'estimated',
    nearest,
  };
}

const steps = (from: number, to: number, by: number): readonly number[] =>
  Array.from({ length: Math.round((to - from) / by) + 1 }, (_, at) => from + at * by);

/** Returns the formant shift and tilt that bring one long-term spectrum closest to another. */
function fitSpectrum(from: readonly number[], to: readonly number[]) {
  const choices = steps(...bounds.formantScale, 0.02).flatMap((formantScale) =>
    steps(...bounds.tiltDbPerOctave, 0.5).map((tiltDbPerOctave) => {
      const spectrum = shaped(from, { formantScale, tiltDbPerOctave });
      // Prefers the smaller change among equals.
      const cost = distance(spectrum, to) + 2 * Math.abs(formantScale - 1) + 0.02 * Math.abs(tiltDbPerOctave);
      return { formantScale: Math.round(formantScale * 1000) / 1000, tiltDbPerOctave, spectrum, cost };
    }),
  );
  return choices.reduce((best, choice) => (choice.cost < best.cost ? choice : best));
}

function shaped(
  spectrum: readonly number[],
  { formantScale, tiltDbPerOctave }: { readonly formantScale: number; readonly tiltDbPerOctave: number },
): readonly number[] {
  const bent = spectrum.map((_, band) => {
    const hz = bandHz(band);
    const place = Math.min(bands.count - 1, Math.max(0, bandAt(hz / formantScale)));
    const low = Math.floor(place);
    const [below, above] = [spectrum[low] as number, spectrum[Math.min(bands.count - 1, low + 1)] as number];
    return below + (place - low) * (above - below) + tiltDbPerOctave * Math.max(0, Math.log2(hz / 500));
  });
  const middle = bent.reduce((sum, value) => sum + value, 0) / bent.length;
  return bent.map((value) => value - middle);
}

/** Root mean square difference in dB. */
const distance = (vector: readonly number[], other: readonly number[]): number =>
  Math.sqrt(vector.reduce((sum, value, band) => sum + (value - (other[band] ?? 0)) ** 2, 0) / vector.length);

/**
 * Returns 1 for identical voices. Differences of pitch, pitch spread, spectrum and pace are weighted by what listeners
 * notice.
 */
export function similarityOf(traits: VoiceTraits, other: VoiceTraits): number {
  const semitones = 12 * Math.abs(Math.log2(traits.pitchHz / other.pitchHz));
  const spread = Math.abs(Math.log2(traits.pitchSpread / other.pitchSpread));
  const pace = Math.abs(Math.log2(traits.syllableRate / other.syllableRate));
  const apart = semitones / 8 + spread / 4 + pace / 4 + distance(traits.spectrum, other.spectrum) / 12;
  return Math.round(1000 * Math.exp(-apart)) / 1000;
}
