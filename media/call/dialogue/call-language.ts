import { primary } from '../../engines/route.ts';
import type { Utterance, VoiceSpec } from '../../line/speech.ts';
import type { SpokenLines } from './spoken-lines.ts';
import { spokenLinesIn } from './spoken-lines.ts';

/** The voice of an agent, and what it speaks. */
export interface Speaking {
  /** Language of the plan. */
  readonly languageCode: string;
  /** Languages to which the call may change. */
  readonly languages: readonly string[];
  readonly voice: VoiceSpec;
  /** Languages of the voice. */
  readonly spoken: readonly string[];
}

export interface CallLanguageOptions extends Speaking {
  readonly onChange: (languageCode: string) => void;
  /** The voice changed, and the language did not. */
  readonly onVoice: () => void;
}

/** The language of the call. It follows the caller if the agent lists the caller's language. */
export interface CallLanguage {
  readonly code: string;
  /** The voice, set to this language. */
  readonly voice: VoiceSpec;
  /** Sentences that the call speaks independently of its agent, in this language. */
  readonly lines: SpokenLines;
  /** Evaluates the words of the caller's finished turn. Returns whether the language changed. */
  heard(utterance: Utterance): boolean;
  /** Speaks with the voice of another agent from now on. */
  become(next: Speaking): void;
}

/** The first turn alone decides if it has at least this many words, recognised with at least this confidence. */
const confidentWords = 3;
const confidence = 0.7;

/** Creates the call's language. Two consecutive turns, or a confident first one, change it. */
export function createCallLanguage(options: CallLanguageOptions): CallLanguage {
  let { languageCode: code, voice, languages, spoken } = options;
  let lines = spokenLinesIn(code, spoken);
  /** Language of the previous turn, if it differed from the call's. */
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
    become(next) {
      const isOther = primary(next.languageCode) !== primary(code);
      ({ languageCode: code, voice, languages, spoken } = next);
      candidate = undefined;
      lines = spokenLinesIn(code, spoken);
      if (isOther) options.onChange(code);
      else options.onVoice();
    },
    heard(utterance) {
      if (utterance.text === '') return false;
      const listed = languages.find((one) => primary(one) === primary(utterance.languageCode));
      // A recogniser with a fixed or unknown language gives no evidence.
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
