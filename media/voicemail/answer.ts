import { wordEvidence } from './answer-words.ts';
import type { Tone } from './tones.ts';

/** Events of the answering side. Times are in ms of its audio track. */
export type AnswerInput =
  | { readonly type: 'speech_started'; readonly atMs: number }
  /** `text`: the recognised words, possibly empty. */
  | { readonly type: 'speech_ended'; readonly atMs: number; readonly text: string }
  /** Partial words of the speech in progress. */
  | { readonly type: 'words'; readonly text: string }
  | { readonly type: 'tone'; readonly tone: Tone }
  | { readonly type: 'tick'; readonly atMs: number };

export interface Answer {
  readonly kind: 'human' | 'machine' | 'unknown';
  /** Probability of `kind`; for `unknown`, the probability of a machine. */
  readonly confidence: number;
  readonly evidence: readonly string[];
  /** Whether it is a machine that records no message. */
  readonly noMessage: boolean;
}

/** Distinguishes a person from a machine by words, the length of the opening, and tones. Pure. */
export interface AnswerDetector {
  step(input: AnswerInput): Answer;
}

/** People say a word or two and wait; a recording continues. */
const shortOpeningMs = 1800;
const waitsMs = 1000;
const longOpeningMs = 5000;
const veryLongOpeningMs = 9000;
/** 100 ms to 2 s, minus the uncertainty at the edges of a tone. */
const beepMs = { least: 80, most: 2000 };
/** Special information tones, ITU-T E.180: three rising tones before a network announcement. */
const informationTonesHz = [
  [895, 1005],
  [1350, 1450],
  [1750, 1820],
] as const;
/** Tones that recur within this time are a busy signal or a ring. */
const cadenceMs = 4000;

const surelyMachine = 0.9;
const surelyHuman = 0.15;

/** Returns whether the last tones precede an announcement of the network. */
export const areInformationTones = (tones: readonly Tone[]): boolean =>
  informationTonesHz.every(([from, to], place) => {
    const tone = tones.slice(-3)[place];
    return tone !== undefined && tone.hz >= from && tone.hz <= to;
  });

/** Returns whether the tone is the beep at the start of a recording. */
export const isBeep = (tone: Tone): boolean => {
  const lengthMs = tone.endMs - tone.startMs;
  return tone.quietBefore && tone.quietAfter && lengthMs >= beepMs.least && lengthMs <= beepMs.most;
};

export function createAnswerDetector(): AnswerDetector {
  const transcript: string[] = [];
  const tones: Tone[] = [];
  let words = '';
  let openingFromMs: number | undefined;
  let openingToMs: number | undefined;
  let speaking = false;
  let nowMs = 0;

  function opening(): { weight: number; cue: string | undefined } {
    if (openingFromMs === undefined) return { weight: 0, cue: undefined };
    const lengthMs = (openingToMs ?? nowMs) - openingFromMs;
    const cue = `an opening of ${(lengthMs / 1000).toFixed(1)} s`;
    if (lengthMs >= veryLongOpeningMs) return { weight: 2, cue };
    if (lengthMs >= longOpeningMs) return { weight: 1.4, cue };
    const waits =
      openingToMs !== undefined && transcript.length + (speaking ? 1 : 0) <= 1 && nowMs - openingToMs >= waitsMs;
    return lengthMs <= shortOpeningMs && waits
      ? { weight: -1.9, cue: `${cue}, then a wait` }
      : { weight: 0, cue: undefined };
  }

  function toneEvidence(): { weight: number; decisive: boolean; cue: string | undefined } {
    if (areInformationTones(tones)) return { weight: 5, decisive: true, cue: 'information tones' };
    const beeps = tones.filter(isBeep);
    const beep = beeps.at(-1);
    const repeated = beeps.some((tone, i) => i > 0 && tone.startMs - (beeps[i - 1] as Tone).endMs < cadenceMs);
    if (beep === undefined || repeated) return { weight: 0, decisive: false, cue: undefined };
    const afterSpeech = openingFromMs !== undefined && beep.startMs - openingFromMs > 1500;
    const cue = `a beep of ${beep.hz} Hz`;
    return afterSpeech ? { weight: 3.5, decisive: true, cue } : { weight: 1.5, decisive: false, cue };
  }

  function judge(): Answer {
    const spoken = [...transcript, words].filter((text) => text !== '').map(wordEvidence);
    const heard = wordEvidence([...transcript, words].join(' '));
    // The last words count most: a person may answer in the middle of a recorded message.
    const last = spoken.at(-1);
    const isPerson = last !== undefined && last.weight <= -2.5 && !last.decisive;
    const word = isPerson ? { ...last, noMessage: false } : heard;
    const tone = isPerson && spoken.length > 1 ? { weight: 0, decisive: false, cue: undefined } : toneEvidence();
    const pace = opening();
    const weight = word.weight + tone.weight + (isPerson ? Math.min(0, pace.weight) : pace.weight);
    const probability = 1 / (1 + Math.exp(-weight));
    const evidence = [...word.cues.map((cue) => `words: ${cue}`), pace.cue, tone.cue].filter(
      (cue) => cue !== undefined,
    );
    const decisive = word.decisive || tone.decisive;
    const noMessage = word.noMessage || tone.cue === 'information tones';
    if (probability >= surelyMachine && decisive)
      return { kind: 'machine', confidence: probability, evidence, noMessage };
    if (probability <= surelyHuman) return { kind: 'human', confidence: 1 - probability, evidence, noMessage: false };
    return { kind: 'unknown', confidence: probability, evidence, noMessage: false };
  }

  return {
    step(input) {
      switch (input.type) {
        case 'speech_started':
          speaking = true;
          openingFromMs ??= input.atMs;
          nowMs = Math.max(nowMs, input.atMs);
          break;
        case 'speech_ended':
          speaking = false;
          words = '';
          // An opening follows the answer; earlier words do not begin one.
          if (openingFromMs !== undefined) openingToMs ??= input.atMs;
          if (input.text.trim() !== '') transcript.push(input.text.trim());
          // Noise without speech does not start an opening.
          else if (transcript.length === 0) openingFromMs = openingToMs = undefined;
          break;
        case 'words':
          words = input.text.trim();
          break;
        case 'tone':
          tones.push(input.tone);
          break;
        case 'tick':
          nowMs = Math.max(nowMs, input.atMs);
      }
      return judge();
    },
  };
}
