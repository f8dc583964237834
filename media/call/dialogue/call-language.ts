import { primary } from '../../engines/route.ts';
import type { Utterance, VoiceSpec } from '../../line/speech.ts';
import type { SpokenLines } from './spoken-lines.ts';
import { spokenLinesIn } from './spoken-lines.ts';

export interface CallLanguageOptions {
  /** Of the plan. */
  readonly languageCode: string;
  /** Those that the call may continue in. */
  readonly languages: readonly string[];
  readonly voice: VoiceSpec;
  /** Languages of the voice. */
  readonly spoken: readonly string[];
  readonly onChange: (languageCode: string) => void;
}

/** The language that the call is held in. It follows the caller, where the agent lists his language. */
export interface CallLanguage {
  readonly code: string;
  /** Speaks this language. */
  readonly voice: VoiceSpec;
  /** What the call says by itself in this language. */
  readonly lines: SpokenLines;
  /** The caller's turn is over, and its words are known. Returns whether the language changed. */
  heard(utterance: Utterance): boolean;
}

/** The first turn settles the language alone when it has so many words, understood with this confidence. */
const confidentWords = 3;
const confidence = 0.7;

/** Two turns in a row, or a confident first one, settle a language. */
export function createCallLanguage(options: CallLanguageOptions): CallLanguage {
  const { languages, spoken } = options;
  let { languageCode: code, voice } = options;
  let lines = spokenLinesIn(code, spoken);
  /** Of the turn before, where it was another one than that of the call. */
  let candidate: string | undefined;
  let turns = 0;

  return {
    get code() {
      return code;
    },
    get voice() {
      return voice;
    },
    get lines() {
      return lines;
    },
    heard(utterance) {
      if (utterance.text === '') return false;
      const listed = languages.find((one) => primary(one) === primary(utterance.languageCode));
      // A recogniser that was told the language, or does not know it, says nothing of it.
      if (listed === undefined) return false;
      turns += 1;
      const isSame = primary(listed) === primary(code);
      const isFirst = turns === 1 && utterance.words.length >= confidentWords && utterance.confidence >= confidence;
      const isSettled = !isSame && (isFirst || candidate === listed);
      candidate = isSame || isSettled ? undefined : listed;
      if (!isSettled) return false;
      code = listed;
      voice = { ...voice, languageCode: listed };
      lines = spokenLinesIn(code, spoken);
      options.onChange(code);
      return true;
    },
  };
}
