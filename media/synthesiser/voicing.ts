import { MediaFault } from '../line/fault.ts';
import type { VoiceSpec } from '../line/speech.ts';

/** How the acoustic model's voice is bent into another. `neutral` leaves it as it is. */
export interface Voicing {
  /** Factor on the pitch. */
  readonly pitchScale: number;
  /** Exponent on the pitch's distance from the middle: below 1 flatter, above 1 livelier. */
  readonly pitchRange: number;
  /** Factor on the frequencies of the formants: below 1 a longer vocal tract. */
  readonly formantScale: number;
  /** Added to the spectrum above 500 Hz, dB an octave. */
  readonly tiltDbPerOctave: number;
  /** Share of the voiced sound's aperiodic part that is kept below 1 kHz, dB; above 3 kHz all of it is. */
  readonly aperiodicDb: number;
  /** Breath laid under voiced sound, relative to the harmonics, 0 (none) to 1. */
  readonly breath: number;
  /** Factor on the speed of speaking. */
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

/** Whether harmonics fall elsewhere than the model put them, or breath needs to know their true strength. */
export const isBent = ({ pitchScale, pitchRange, formantScale, breath }: Voicing): boolean =>
  pitchScale !== 1 || pitchRange !== 1 || formantScale !== 1 || breath > 0;

/** The voicing in a voice's parameters; what they leave out is neutral. Throws `voice_unknown` for any other parameter. */
export function voicingOf({ voice, parameters = {} }: VoiceSpec): Voicing {
  for (const [name, value] of Object.entries(parameters)) {
    if (name in neutral && typeof value === 'number' && Number.isFinite(value)) continue;
    const known = Object.keys(neutral).join(', ');
    throw new MediaFault('voice_unknown', `the voice "${voice}" has a wrong parameter ${name}; numbers are ${known}`);
  }
  return { ...neutral, ...parameters };
}
