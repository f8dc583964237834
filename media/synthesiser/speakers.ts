import { neutral, type Voicing } from './voicing.ts';

/** A stock speaker, as a person choosing one wants it described. */
export interface Speaker {
  /** Lower case with hyphens; what `VoiceSpec.speaker` names. */
  readonly name: string;
  readonly gender: 'female' | 'male';
  readonly age: 'young' | 'adult' | 'senior';
  readonly description: string;
  readonly languageCodes: readonly string[];
  /** How it is made: every one is derived from one recorded voice. */
  readonly voicing: Voicing;
}

const speaker = (
  name: string,
  [gender, age]: readonly [Speaker['gender'], Speaker['age']],
  description: string,
  voicing: Partial<Voicing>,
): Speaker => ({
  name,
  gender,
  age,
  description,
  languageCodes: ['en-US', 'en-IN', 'en-GB'],
  voicing: { ...neutral, ...voicing },
});

const speakers: readonly Speaker[] = [
  speaker('ava', ['female', 'adult'], 'Warm and clear; the model as it was recorded.', {}),
  speaker('maya', ['female', 'young'], 'Bright and quick, a light voice.', {
    pitchScale: 1.18,
    pitchRange: 1.1,
    formantScale: 1.08,
    tiltDbPerOctave: 0.8,
    aperiodicDb: -4,
    pace: 1.06,
  }),
  speaker('ruth', ['female', 'senior'], 'Low, calm and unhurried.', {
    pitchScale: 0.82,
    pitchRange: 0.85,
    formantScale: 0.95,
    tiltDbPerOctave: -1,
    aperiodicDb: -5,
    pace: 0.92,
  }),
  speaker('nina', ['female', 'adult'], 'Soft and breathy, close to the ear.', {
    pitchScale: 0.96,
    pitchRange: 0.8,
    formantScale: 1.03,
    tiltDbPerOctave: -2.5,
    breath: 0.5,
    pace: 0.96,
  }),
  speaker('daniel', ['male', 'adult'], 'A steady, friendly man.', {
    pitchScale: 0.57,
    pitchRange: 0.9,
    formantScale: 0.86,
    tiltDbPerOctave: -0.5,
    aperiodicDb: -12,
  }),
  speaker('victor', ['male', 'senior'], 'Deep and slow, an older man.', {
    pitchScale: 0.47,
    pitchRange: 0.75,
    formantScale: 0.81,
    tiltDbPerOctave: -1.5,
    aperiodicDb: -12,
    pace: 0.92,
  }),
  speaker('leo', ['male', 'young'], 'A young man, lively and light.', {
    pitchScale: 0.63,
    pitchRange: 1.15,
    formantScale: 0.91,
    tiltDbPerOctave: 0.6,
    aperiodicDb: -10,
    pace: 1.05,
  }),
];

export const defaultSpeaker = 'ava';

export const listSpeakers = (): readonly Speaker[] => speakers;

export const findSpeaker = (name: string): Speaker | undefined => speakers.find((one) => one.name === name);
