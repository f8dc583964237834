import { probability } from '../kit/logistic.ts';
import type { OverlapCalibration } from '../language/calibration.ts';
import { languages } from '../language/languages.ts';
import type { SpeechHints } from '../line/speech.ts';
import { overlapFeatures } from './overlap-features.ts';
import { createOverlapPhrases, type OverlapPhrases } from './overlap-phrases.ts';
import { type Heard, type Token, tokensOf, withoutFillers } from './overlap-tokens.ts';
import { createOverlapVocabulary, type OverlapVocabulary } from './overlap-vocabulary.ts';

/** What words said over a reply are worth. */
export type OverlapWords =
  /** Nothing was understood. */
  | 'none'
  /** "Uh-huh", "okay", "achha": the speaker listens. */
  | 'filler'
  /** Little, and badly understood: more often a hum or a word of another language than an interruption. */
  | 'unclear'
  /** "Stop", "wait", "ruko". */
  | 'command'
  /** Something to answer. */
  | 'words';

/** Judges words over a reply by what one recogniser makes of them. Pure. */
export interface OverlapJudge {
  /** What the recogniser receives with speech over a reply. */
  readonly hints: SpeechHints;
  /** `minWords` of the caller's are needed to interrupt, unless one is a command. `speechMs`: how long it took to say. */
  judge(heard: Heard, speechMs: number, minWords?: number): OverlapWords;
  /**
   * What words that end where the speaker has not ended are worth: the last of them may be the beginning of another.
   * Undefined: more must be heard.
   */
  judgeSoFar(heard: Heard, speechMs: number, minWords?: number): OverlapWords | undefined;
}

/** The recogniser: what was measured of it, and the languages it knows. */
export interface OverlapRecogniser {
  readonly calibration: { readonly overlap: OverlapCalibration };
  readonly languages: readonly string[];
}

interface Rules {
  readonly vocabulary: OverlapVocabulary;
  readonly phrases: OverlapPhrases;
  readonly confidence: OverlapCalibration['confidence'];
  readonly fitted: OverlapCalibration['fitted'];
}

export function createOverlapJudge({ calibration: { overlap }, languages: known }: OverlapRecogniser): OverlapJudge {
  const vocabulary = createOverlapVocabulary(languages, overlap.misheard);
  const phrases = createOverlapPhrases(vocabulary, overlap, known);
  const { confidence, fitted } = overlap;
  const rules: Rules = { vocabulary, phrases, confidence, fitted };
  return {
    hints: { phrases: phrases.all, ...(overlap.prompt === undefined ? {} : { prompt: overlap.prompt }) },
    judge: (heard, speechMs, minWords = 1) => judgeFinalWords(rules, { heard, speechMs, minWords }),
    judgeSoFar: (heard, speechMs, minWords = 1) => judgeWordsSoFar(rules, { heard, speechMs, minWords }),
  };
}

/** Words of less speech than this are too often the beginnings of others. */
const ENOUGH_FOR_WORDS_MS = 420;
/** With this many words in this time it is a sentence, whatever became of its single words: no sign takes as long. */
const SENTENCE = { words: 4, speechMs: 1200 } as const;
/**
 * Nobody speaks faster: a hum that becomes "No, no, no." has not been said in this time a word. Short words of a sentence
 * run into each other.
 */
const FASTEST_WORD_MS = { alone: 150, inSentence: 100 } as const;
/**
 * Letters and digits that were read out one by one. A hum or a sign of listening becomes two letters, or more that are
 * hardly believed. Digits are badly understood where they are many, and nothing else becomes as many.
 */
const READ_OUT = { letters: 3, digits: 5 } as const;
/** With this many words after a sign of listening, they are not its other half. */
const WORDS_AFTER_SIGN = 3;
/** A single word this short is an "oh" or a "ji" more often than what it was taken for. */
const SHORT_MS = 320;

export interface Said {
  readonly heard: Heard;
  readonly speechMs: number;
  readonly minWords: number;
}

/**
 * Final words. Those that were badly understood, so that phrases were tried, are decided by the model that was fitted for
 * the recogniser; all others, and all words of a recogniser without a model, by the gates.
 */
function judgeFinalWords(rules: Rules, said: Said): OverlapWords {
  const worth = judgeOverlapWords(rules, said);
  if (rules.fitted === undefined || !isDoubtful(rules, said)) return worth;
  const isInterruption = worth === 'words' || worth === 'command';
  if (probability(rules.fitted, overlapFeatures(said.heard, said.speechMs, rules)) < rules.fitted.threshold)
    return isInterruption ? 'unclear' : worth;
  return isInterruption ? worth : 'words';
}

/**
 * What the model is asked about. Not among it: nothing but fillers, too few words, words that nothing else is taken for,
 * letters and digits that were read out, and more words than anybody can say in the time.
 */
export function isDoubtful(
  { vocabulary, confidence }: Pick<Rules, 'vocabulary' | 'confidence'>,
  { heard, speechMs, minWords }: Said,
): boolean {
  if (heard.likely === undefined) return false;
  const tokens = tokensOf(heard);
  const said = withoutFillers(vocabulary, tokens);
  if (said.length === 0 || said.some(({ text }) => vocabulary.sureCommands.has(text))) return false;
  if (isHurried(tokens.length, speechMs) || isReadOut(said, speechMs, confidence.letters)) return false;
  return tokens.length >= minWords || said.some(({ text }) => vocabulary.commands.has(text));
}

const isHurried = (words: number, speechMs: number): boolean =>
  speechMs < words * (words < SENTENCE.words ? FASTEST_WORD_MS.alone : FASTEST_WORD_MS.inSentence);

/** By gates: thresholds of confidence, and the kinds of the phrases that were tried. */
function judgeOverlapWords(rules: Rules, said: Said): OverlapWords {
  const { heard } = said;
  const worth = judgeWords(rules, said);
  if (heard.likely === undefined) return worth;
  const kind = rules.phrases.kindOf(heard.text, heard.likely);
  if (worth === 'unclear' && (kind === 'interruption' || rules.phrases.soundsLikeInterruption(heard.text)))
    return 'command';
  // A sentence begins like a sign, and a phrase says nothing of what comes after it.
  const isShort = tokensOf(heard).length < SENTENCE.words;
  const isSign = (kind === 'sign' && isShort) || rules.vocabulary.endsAsFiller(heard.text);
  const isDoubtful = heard.confidence < rules.confidence.againstSign;
  return (worth === 'words' || worth === 'command') && isSign && isDoubtful ? 'filler' : worth;
}

function judgeWords({ vocabulary, confidence: sure }: Rules, { heard, speechMs, minWords }: Said): OverlapWords {
  const tokens = tokensOf(heard);
  if (tokens.length === 0) return 'none';
  const said = withoutFillers(vocabulary, tokens);
  if (said.length === 0) return 'filler';
  if (said.some(({ text }) => vocabulary.sureCommands.has(text))) return 'command';
  if (isHurried(tokens.length, speechMs)) return 'unclear';
  if (isReadOut(said, speechMs, sure.letters)) return 'words';
  if (said.every(({ spelled }) => spelled) || isSignSaidAgain({ vocabulary, confidence: sure }, tokens))
    return 'unclear';
  // Words support each other: "Which way?" is a question though its first word was hardly understood.
  const together = said.length > 1 ? meanOf(said) : 0;
  const isSure = ({ text, confidence }: Token): boolean =>
    Math.max(confidence, together) >= (vocabulary.questions.has(text) ? sure.clearQuestion : sure.clearCommand);
  if (said.some((token) => vocabulary.commands.has(token.text) && isSure(token))) return 'command';
  if (tokens.length < minWords) return 'filler';
  // "I" is a hum where it stands alone, and "achha" becomes "I can't".
  const weighed = tokens.filter((token) => said.includes(token) || vocabulary.hums.has(token.text));
  const isSentence =
    tokens.length >= SENTENCE.words && speechMs >= SENTENCE.speechMs && heard.confidence >= sure.sentence;
  const isClear = said.length > 1 && heard.confidence >= sure.veryClear;
  return isClear || isBelieved(weighed, speechMs, sure) || isSentence ? 'words' : 'unclear';
}

function judgeWordsSoFar(rules: Rules, said: Said): OverlapWords | undefined {
  const { heard, speechMs, minWords } = said;
  const { vocabulary } = rules;
  const { clearSoFar, clearSureSoFar } = rules.confidence;
  const worth = judgeOverlapWords(rules, said);
  // Half a word of a sentence becomes an "oh" or a "thanks"; resuming on such a guess would talk over the caller.
  if (worth === 'filler') {
    return speechMs >= ENOUGH_FOR_WORDS_MS && heard.confidence >= clearSoFar ? worth : undefined;
  }
  if (worth === 'none' && speechMs >= ENOUGH_FOR_WORDS_MS) return worth;
  if (worth === 'unclear' || worth === 'none') return undefined;
  const { words = [] } = heard;
  const tokens = tokensOf(heard);
  if (worth === 'words' && mayGoOnAsSign(vocabulary, tokens)) return undefined;
  if (speechMs < ENOUGH_FOR_WORDS_MS) {
    const mayBeOther = beginsFiller(vocabulary, tokens) || tokens.some(({ text }) => vocabulary.halves.has(text));
    const isSure = tokens.some(({ text }) => vocabulary.sureCommands.has(text)) || heard.confidence >= clearSoFar;
    return worth === 'command' && isSure && heard.confidence >= clearSureSoFar && !mayBeOther ? worth : undefined;
  }
  if (weakestOf(words) >= clearSoFar) return beginsFiller(vocabulary, tokens) ? undefined : worth;
  if (words.length < 2) return undefined;
  const whole = words.slice(0, -1);
  const sure = { text: whole.map(({ text }) => text).join(' '), confidence: meanOf(whole), words: whole };
  const worthSure = judgeOverlapWords(rules, { heard: sure, speechMs, minWords });
  const counts = worthSure === 'words' || worthSure === 'command';
  return counts && sure.confidence >= clearSoFar && !beginsFiller(vocabulary, tokensOf(sure)) ? worthSure : undefined;
}

const meanOf = (words: readonly { readonly confidence: number }[]): number =>
  words.reduce((sum, { confidence }) => sum + confidence, 0) / Math.max(1, words.length);

const weakestOf = (words: readonly { readonly confidence: number }[]): number =>
  Math.min(...words.map(({ confidence }) => confidence));

/** A filler that is understood well says nothing for the words beside it, so it is not among these. */
function isBelieved(
  said: readonly Token[],
  speechMs: number,
  { veryClear, even, clear }: OverlapCalibration['confidence'],
): boolean {
  const [mean, weakest] = [meanOf(said), weakestOf(said)];
  if (mean >= veryClear) return true;
  if (said.length === 1 && speechMs < SHORT_MS) return false;
  if (weakest >= even.weakest && (weakest >= even.alone || (said.length > 1 && mean >= even.mean))) return true;
  return mean >= clear && weakest >= even.weakest;
}

function isReadOut(said: readonly Token[], speechMs: number, clear: number): boolean {
  const digits = said.reduce((sum, { text }) => sum + (text.match(/\d/g)?.length ?? 0), 0);
  if (digits >= READ_OUT.digits) return speechMs >= digits * FASTEST_WORD_MS.alone;
  if (!said.every(({ spelled }) => spelled) || meanOf(said) < clear) return false;
  const letters = said.flatMap(({ text }) => text.match(/\p{L}/gu) ?? []);
  return new Set(letters).size >= READ_OUT.letters && speechMs >= letters.length * FASTEST_WORD_MS.alone;
}

/** One phrase, two or three times and nothing else, that is not a command and was not understood with certainty. */
function isSignSaidAgain(
  { vocabulary, confidence }: Pick<Rules, 'vocabulary' | 'confidence'>,
  all: readonly Token[],
): boolean {
  const { articles, commands, calls } = vocabulary;
  const tokens = all.filter(({ text }) => !articles.has(text));
  const again = [2, 3].some((times) => {
    const length = tokens.length / times;
    return Number.isInteger(length) && tokens.every(({ text }, i) => text === tokens[i % length]?.text);
  });
  if (!again || tokens.length === 0) return false;
  if (tokens.some(({ text }) => commands.has(text) && !calls.has(text))) return false;
  const isCall = tokens.some(({ text }) => calls.has(text));
  return weakestOf(tokens) < (isCall ? confidence.again.calls : confidence.again.others);
}

/** The words are the beginning of "no problem", "that is right" and the like; half of the first is heard as "Nope." */
const beginsFiller = ({ fillerPhrases }: OverlapVocabulary, tokens: readonly Token[]): boolean =>
  fillerPhrases.some((words) => words.length > tokens.length && tokens.every(({ text }, i) => text === words[i]));

/** "Okay, guys" becomes "Okay, got it" and "Yeah, that's it" "Yeah, that's right": the reply is held meanwhile. */
const mayGoOnAsSign = (vocabulary: OverlapVocabulary, tokens: readonly Token[]): boolean => {
  const said = withoutFillers(vocabulary, tokens);
  const isSign = tokens[0] !== said[0] && !vocabulary.hums.has(tokens[0]?.text ?? '');
  return isSign && said.length < WORDS_AFTER_SIGN;
};
