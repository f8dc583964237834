import { MediaFault } from '../line/fault.ts';
import type { VoiceSpec } from '../line/speech.ts';

/** Modifications of the acoustic model's voice. `neutral` changes nothing. */
export interface Voicing {
  /** Pitch factor. */
  readonly pitchScale: number;
  /** Exponent of the pitch's distance from the mean: below 1 is flatter, above 1 livelier. */
  readonly pitchRange: number;
  /** Formant frequency factor: below 1 is a longer vocal tract. */
  readonly formantScale: number;
  /** Spectral tilt above 500 Hz, in dB per octave. */
  readonly tiltDbPerOctave: number;
  /** Gain of the aperiodic part of voiced sound below 1 kHz, in dB. Tapers to 0 dB at 3 kHz. */
  readonly aperiodicDb: number;
  /** Breath noise under voiced sound, relative to the harmonics, from 0 (none) to 1. */
  readonly breath: number;
  /** Speed factor. */
  readonly pace: number;
}

const neutral: Voicing = {
  pitchScale: 1,
  pitchRange: 1,
  formantScale: 1,
  tiltDbPerOctave: 0,
  aperiodicDb: 0,
  breath: 0,
  pace: 1,
};

/** Returns whether harmonics move from where the model placed them, or breath needs their true amplitude. */
export const isBent = ({ pitchScale, pitchRange, formantScale, breath }: Voicing): boolean =>
  pitchScale !== 1 || pitchRange !== 1 || formantScale !== 1 || breath > 0;

/**
 * Returns the voicing in a voice's parameters, with neutral defaults. Throws `voice_unknown` for any other parameter.
 */
export function voicingOf({ voice, parameters = {} }: VoiceSpec): Voicing {
  for (const [name, value] of Object.entries(parameters)) {
    if (name in neutral && typeof value === 'number' && Number.isFinite(value)) continue;
    const names = Object.keys(neutral).join(', ');
    throw new MediaFault('voice_unknown', `the voice "${voice}" has a wrong parameter ${name}; numbers are ${names}`);
  }
  return { ...neutral, ...parameters };
}
