import { probability } from '../kit/logistic.ts';
import type { OverlapCalibration } from '../language/calibration.ts';
import { languages } from '../language/languages.ts';
import type { SpeechHints } from '../line/speech.ts';
import { overlapFeatures } from './overlap-features.ts';
import { createOverlapPhrases, type OverlapPhrases } from './overlap-phrases.ts';
import { type Heard, type Token, tokensOf, withoutFillers } from './overlap-tokens.ts';
import { createOverlapVocabulary, type OverlapVocabulary } from './overlap-vocabulary.ts';

/** Verdict on words spoken over a reply. */
export type OverlapWords =
  /** Nothing was recognised. */
  | 'none'
  /** "Uh-huh", "okay", "achha": a backchannel. */
  | 'filler'
  /** Few words with low confidence: more often a hum or a word in another language than an interruption. */
  | 'unclear'
  /** "Stop", "wait", "ruko". */
  | 'command'
  /** Words that need an answer. */
  | 'words';

/** Judges words over a reply, calibrated for one recogniser. Pure. */
export interface OverlapJudge {
  /** Hints passed to the recogniser with speech over a reply. */
  readonly hints: SpeechHints;
  /**
   * Judges final words. At least `minWords` are needed for an interruption, except for commands. `speechMs`: duration
   * of the speech.
   */
  judge(heard: Heard, speechMs: number, minWords?: number): OverlapWords;
  /**
   * Judges words while the caller is still speaking, so the last word may be incomplete. Returns undefined if more
   * speech is needed.
   */
  judgeSoFar(heard: Heard, speechMs: number, minWords?: number): OverlapWords | undefined;
}

/** Calibration of the recogniser and the languages that it supports. */
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

/** Words from less speech are too often the beginnings of other words. */
const ENOUGH_FOR_WORDS_MS = 420;
/** This many words in this time are a sentence regardless of the single words: no backchannel takes as long. */
const SENTENCE = { words: 4, speechMs: 1200 } as const;
/**
 * Minimum speaking time per word. A hum recognised as "No, no, no." is shorter. Short words within a sentence run
 * together.
 */
const FASTEST_WORD_MS = { alone: 150, inSentence: 100 } as const;
/**
 * Letters and digits read out one by one. Hums and backchannels are recognised as two letters, or as more with low
 * confidence. Long digit sequences have low confidence, but nothing else is recognised as that many digits.
 */
const READ_OUT = { letters: 3, digits: 5 } as const;
/** This many words after a backchannel are not its second half. */
const WORDS_AFTER_SIGN = 3;
/** A single word this short is more often an "oh" or a "ji" than the recognised word. */
const SHORT_MS = 320;

export interface Said {
  readonly heard: Heard;
  readonly speechMs: number;
  readonly minWords: number;
}

/**
 * Judges final words. Low-confidence words, for which phrases were tried, are decided by the model fitted for the
 * recogniser. All others, and all words of a recogniser without a model, are decided by thresholds.
 */
function judgeFinalWords(rules: Rules, utterance: Said): OverlapWords {
  const worth = judgeOverlapWords(rules, utterance);
  if (rules.fitted === undefined || !isDoubtful(rules, utterance)) return worth;
  const isInterruption = worth === 'words' || worth === 'command';
  if (probability(rules.fitted, overlapFeatures(utterance.heard, utterance.speechMs, rules)) < rules.fitted.threshold)
    return isInterruption ? 'unclear' : worth;
  return isInterruption ? worth : 'words';
}

/**
 * Returns whether the fitted model decides. It does not for fillers alone, too few words, unmistakable commands,
 * letters and digits read out, and more words than can be said in the time.
 */
export function isDoubtful(
  { vocabulary, confidence }: Pick<Rules, 'vocabulary' | 'confidence'>,
  { heard, speechMs, minWords }: Said,
): boolean {
  if (heard.likely === undefined) return false;
  const tokens = tokensOf(heard);
  const spokenTokens = withoutFillers(vocabulary, tokens);
  if (spokenTokens.length === 0 || spokenTokens.some(({ text }) => vocabulary.sureCommands.has(text))) return false;
  if (isHurried(tokens.length, speechMs) || isReadOut(spokenTokens, speechMs, confidence.letters)) return false;
  return tokens.length >= minWords || spokenTokens.some(({ text }) => vocabulary.commands.has(text));
}

const isHurried = (words: number, speechMs: number): boolean =>
  speechMs < words * (words < SENTENCE.words ? FASTEST_WORD_MS.alone : FASTEST_WORD_MS.inSentence);

/** Judges by confidence thresholds and by the kinds of the phrases that were tried. */
function judgeOverlapWords(rules: Rules, utterance: Said): OverlapWords {
  const { heard } = utterance;
  const worth = judgeWords(rules, utterance);
  if (heard.likely === undefined) return worth;
  const kind = rules.phrases.kindOf(heard.text, heard.likely);
  if (worth === 'unclear' && (kind === 'interruption' || rules.phrases.soundsLikeInterruption(heard.text)))
    return 'command';
  // A sentence may begin like a backchannel, and a phrase match says nothing about the words after it.
  const isShort = tokensOf(heard).length < SENTENCE.words;
  const isSign = (kind === 'sign' && isShort) || rules.vocabulary.endsAsFiller(heard.text);
  const isDoubtful = heard.confidence < rules.confidence.againstSign;
  return (worth === 'words' || worth === 'command') && isSign && isDoubtful ? 'filler' : worth;
}

function judgeWords({ vocabulary, confidence: sure }: Rules, { heard, speechMs, minWords }: Said): OverlapWords {
  const tokens = tokensOf(heard);
  if (tokens.length === 0) return 'none';
  const spokenTokens = withoutFillers(vocabulary, tokens);
  if (spokenTokens.length === 0) return 'filler';
  if (spokenTokens.some(({ text }) => vocabulary.sureCommands.has(text))) return 'command';
  if (isHurried(tokens.length, speechMs)) return 'unclear';
  if (isReadOut(spokenTokens, speechMs, sure.letters)) return 'words';
  if (spokenTokens.every(({ spelled }) => spelled) || isSignSaidAgain({ vocabulary, confidence: sure }, tokens))
    return 'unclear';
  // Words support each other: "Which way?" is a question even if its first word has low confidence.
  const together = spokenTokens.length > 1 ? meanOf(spokenTokens) : 0;
  const isSure = ({ text, confidence }: Token): boolean =>
    Math.max(confidence, together) >= (vocabulary.questions.has(text) ? sure.clearQuestion : sure.clearCommand);
  if (spokenTokens.some((token) => vocabulary.commands.has(token.text) && isSure(token))) return 'command';
  if (tokens.length < minWords) return 'filler';
  // "I" on its own is a hum, and "achha" is recognised as "I can't".
  const weighed = tokens.filter((token) => spokenTokens.includes(token) || vocabulary.hums.has(token.text));
  const isSentence =
    tokens.length >= SENTENCE.words && speechMs >= SENTENCE.speechMs && heard.confidence >= sure.sentence;
  const isClear = spokenTokens.length > 1 && heard.confidence >= sure.veryClear;
  return isClear || isBelieved(weighed, speechMs, sure) || isSentence ? 'words' : 'unclear';
}

function judgeWordsSoFar(rules: Rules, utterance: Said): OverlapWords | undefined {
  const { heard, speechMs, minWords } = utterance;
  const { vocabulary } = rules;
  const { clearSoFar, clearSureSoFar } = rules.confidence;
  const worth = judgeOverlapWords(rules, utterance);
  // Half a word of a sentence is recognised as "oh" or "thanks"; resuming on such a guess would talk over the caller.
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

/** `said` excludes fillers: a confidently recognised filler says nothing about the words beside it. */
function isBelieved(
  spokenTokens: readonly Token[],
  speechMs: number,
  { veryClear, even, clear }: OverlapCalibration['confidence'],
): boolean {
  const [mean, weakest] = [meanOf(spokenTokens), weakestOf(spokenTokens)];
  if (mean >= veryClear) return true;
  if (spokenTokens.length === 1 && speechMs < SHORT_MS) return false;
  if (weakest >= even.weakest && (weakest >= even.alone || (spokenTokens.length > 1 && mean >= even.mean))) return true;
  return mean >= clear && weakest >= even.weakest;
}

function isReadOut(spokenTokens: readonly Token[], speechMs: number, clear: number): boolean {
  const digits = spokenTokens.reduce((sum, { text }) => sum + (text.match(/\d/g)?.length ?? 0), 0);
  if (digits >= READ_OUT.digits) return speechMs >= digits * FASTEST_WORD_MS.alone;
  if (!spokenTokens.every(({ spelled }) => spelled) || meanOf(spokenTokens) < clear) return false;
  const letters = spokenTokens.flatMap(({ text }) => text.match(/\p{L}/gu) ?? []);
  return new Set(letters).size >= READ_OUT.letters && speechMs >= letters.length * FASTEST_WORD_MS.alone;
}

/**
 * Returns whether the tokens are one phrase said two or three times, other than a command, and recognised without
 * certainty.
 */
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

/**
 * Returns whether the words begin a filler such as "no problem" or "that is right"; half of its first word is
 * recognised as "Nope."
 */
const beginsFiller = ({ fillerPhrases }: OverlapVocabulary, tokens: readonly Token[]): boolean =>
  fillerPhrases.some((words) => words.length > tokens.length && tokens.every(({ text }, i) => text === words[i]));

/**
 * Returns whether the words may become a longer backchannel: "Okay, guys" becomes "Okay, got it", and "Yeah, that's it"
 * becomes "Yeah, that's right". The reply stays muted meanwhile.
 */
const mayGoOnAsSign = (vocabulary: OverlapVocabulary, tokens: readonly Token[]): boolean => {
  const spokenTokens = withoutFillers(vocabulary, tokens);
  const isSign = tokens[0] !== spokenTokens[0] && !vocabulary.hums.has(tokens[0]?.text ?? '');
  return isSign && spokenTokens.length < WORDS_AFTER_SIGN;
};
