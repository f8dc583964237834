import type { ReferenceRules, VoiceMeasure } from '../../fitting.ts';

/** Decoders may add or drop a little at the edges. */
const toleranceSeconds = 0.25;

/** Returns why a clip is unsuitable as the reference of a voice, as a sentence, or undefined if it is suitable. */
export function complaintAbout(measure: VoiceMeasure, rules: ReferenceRules): string | undefined {
  const { leastSeconds: least, mostSeconds: most } = rules;
  const seconds = measure.seconds.toFixed(1);
  if (measure.seconds < least - toleranceSeconds || measure.seconds > most + toleranceSeconds)
    return `The clip is ${seconds} s long; send ${least} to ${most} s.`;
  if (measure.levelDbfs < -45 || measure.speechSeconds < 0.5)
    return `The clip is too quiet (${Math.round(measure.levelDbfs)} dBFS). Record closer to the microphone.`;
  if (measure.clippedShare > 0.002)
    return `The clip is distorted: ${(100 * measure.clippedShare).toFixed(1)} % of it is at the loudest value. Record at a lower level.`;
  if (!isSpeech(measure)) return 'The clip does not sound like speech. Send a recording of one person who speaks.';
  if (measure.noiseDb < 12)
    return `The background is too loud: only ${Math.round(measure.noiseDb)} dB below the voice. Record in a quiet room.`;
  if (measure.speechSeconds < rules.leastSpeechSeconds)
    return `The clip has ${measure.speechSeconds.toFixed(1)} s of speech; send at least ${rules.leastSpeechSeconds} s.`;
  return undefined;
}

/** Speech is mostly voiced, with varying pitch and level. Tones, noise and music lack at least one of these. */
const isSpeech = ({ voicedShare, pitchSpread, levelSpread, syllableRate }: VoiceMeasure): boolean =>
  voicedShare > 0.25 && pitchSpread > 0.4 && levelSpread > 2.5 && syllableRate > 0.8 && syllableRate < 9;
