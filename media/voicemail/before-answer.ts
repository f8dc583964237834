import { type AnswerInput, areInformationTones, isBeep } from './answer.ts';
import { wordEvidence } from './answer-words.ts';
import { menuOptions } from './menu-options.ts';
import { screeningWords } from './screening-words.ts';
import type { Tone } from './tones.ts';

/** What the line played before the call was answered: ringing, announcements, music, or a recorded greeting. */
export interface BeforeAnswer {
  readonly text: string;
  /** Times are in ms from the answer, and negative. */
  readonly tones: readonly Tone[];
}

/** A message may follow a beep up to this long after it. */
const beepIsNewsMs = 4000;

/** Nobody speaks before the answer, so a person's words are part of a recording. */
const isOfMachine = (text: string): boolean =>
  wordEvidence(text).weight > 0 || screeningWords(text) !== undefined || menuOptions(text).length > 0;

/** Returns the part of it that says who answers; a ringing tone and music do not. */
export function evidenceIn({ text, tones }: BeforeAnswer): readonly AnswerInput[] {
  const announced = areInformationTones(tones) ? tones.slice(-3) : [];
  const inputs: AnswerInput[] = announced.map((tone) => ({ type: 'tone', tone }));
  if (!isOfMachine(text)) return inputs;
  const beep = tones.filter(isBeep).at(-1);
  inputs.push({ type: 'speech_ended', atMs: 0, text });
  if (beep !== undefined && beep.endMs > -beepIsNewsMs) inputs.push({ type: 'tone', tone: beep });
  return inputs;
}
