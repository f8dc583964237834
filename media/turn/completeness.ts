import { patternOf } from '../language/match.ts';
import type { Dictation } from '../line/turn.ts';
import { plainWords } from '../text/words.ts';
import { type CompletenessWords, englishWords } from './completeness-words.ts';

const addressEnd = patternOf(({ completeness }) => completeness?.spelling.addressEnd, 'u');
const announces = patternOf(({ completeness }) => completeness?.spelling.announces, '');

/**
 * Whether the words by themselves sound finished. `dictating`: more is certain to follow, for example inside a number
 * or after "and".
 */
export type Completeness = 'complete' | 'unsure' | 'dictating';

/** Recognisers join letters that were spelled out. */
const initials = /(?:^|\s)[A-Z]{2,3}[.,]?$/;
/** "M for Mary", "S as in Sam"; not "I like it". */
const letterWithWord = patternOf(({ completeness }) => completeness?.spelling.letterWithWord, 'u');

/**
 * Judges `text` as written by a recogniser, including punctuation. A language without its own word lists yields
 * `unsure` at worst.
 */
export function judgeCompleteness(text: string, w = englishWords): Completeness {
  const plain = text.trim().toLowerCase();
  if (
    initials.test(text.trim()) &&
    !w.notSpelled.has(
      plain
        .replace(/[^a-z ]/g, '')
        .split(' ')
        .at(-1) ?? '',
    )
  )
    return 'dictating';
  const tokens = tokensOf(plain);
  const last = tokens.at(-1);
  if (last === undefined) return 'unsure';
  if (w.unfinished.has(last) || w.carriers.test(tokens.join(' '))) return 'dictating';
  if (last === 'i' && !w.auxiliaries.has(tokens.at(-2) ?? '')) return 'dictating';
  const dictation = judgeDictation(w, tokens, last);
  if (dictation !== undefined) return dictation;
  if (/(?:\.\.|…|,|-|:|;)$/.test(plain)) return 'unsure';
  if (w.dangling.has(last) && !endsWell(w, { plain, tokens, last })) return 'unsure';
  if (tokens.length <= 3) return isShortAnswer(w, tokens) ? 'complete' : 'unsure';
  return 'complete';
}

/** Digits read out one by one are separate tokens ("9-4"); a time of day is one token. */
const tokensOf = (plain: string): readonly string[] =>
  plainWords(
    plain.replace(/(?<![\d-])\d(?:-\d)+(?![\d-])/g, (digits) => digits.replaceAll('-', ' ')),
    { inside: "'@.+:-", edges: '@+' },
  );

/** At least this many words after a dictation are a sentence, not a misheard letter or digit. */
export const wordsOfASentence = 4;

export const countWords = (text: string): number => tokensOf(text.toLowerCase()).length;

/**
 * Returns whether a caller who was dictating has finished: the text ends in a complete number or address, or a sentence
 * follows. `before`: word count when the caller was last found dictating; a sentence that contains the dictation itself
 * does not count. `awaited`: what the agent asked for.
 */
export function endsDictation(text: string, before: number, awaited?: Dictation, w = englishWords): boolean {
  const added = Math.min(countWords(lastSentence(text)), countWords(text) - before);
  return added >= wordsOfASentence || isWhole(w, tokensOf(withSubject(text, awaited).toLowerCase()));
}

/** Ten digits are a complete telephone number, but not a card number. */
const withSubject = (text: string, awaited: Dictation | undefined): string =>
  awaited === 'card' && text !== '' ? `card ${text}` : text;

const lastSentence = (text: string): string =>
  text
    .trim()
    .split(/[.?!]\s+/u)
    .at(-1) ?? '';

/** Returns whether the text ends in a question of sentence length, by the recogniser's punctuation. */
export const asksQuestion = (text: string): boolean =>
  text.trim().endsWith('?') && countWords(lastSentence(text)) >= wordsOfASentence;

/** Returns whether the text ends in a complete number or address. */
const isWhole = (w: CompletenessWords, tokens: readonly string[]): boolean =>
  judgeDictation(w, tokens, tokens.at(-1) ?? '') === 'complete';

/** A longer answer without any part of a dictation answers something else. */
const mostWordsAround: Readonly<Record<Dictation, number>> = { number: 3, card: 3, address: 6, spelling: 6 };
/** "B as in Bravo" from a caller who was asked to spell, even if the letter and the short words were misheard. */
const letterOfWord = patternOf(({ completeness }) => completeness?.spelling.letterOfWord, 'u');

const longestHost = 4;

/** Judges the answer to a question for something that is read out. The words alone may not show what it is. */
export function judgeAwaited(text: string, awaited: Dictation, w = englishWords): Completeness {
  const whole = withSubject(text, awaited);
  const heard = judgeCompleteness(whole, w);
  const tokens = tokensOf(text.trim().toLowerCase());
  if (tokens.length === 0) return 'dictating';
  if (heard === 'dictating' || isWhole(w, tokensOf(whole.toLowerCase()))) return heard;
  if (awaited === 'spelling' && letterOfWord.test(tokensOf(lastSentence(text.toLowerCase())).join(' ')))
    return 'dictating';
  if (asksQuestion(text) || tokens.some((token) => w.refusals.has(token))) return heard;
  if (tokens.every((token) => w.openers.has(token))) return 'dictating';
  const hasDigits = tokens.some((token) => w.digits.has(token) || /\d/.test(token));
  if ((awaited === 'number' || awaited === 'card') && hasDigits) return 'dictating';
  if (awaited === 'address' && isPartOfAddress(tokens)) return 'dictating';
  return tokens.length <= mostWordsAround[awaited] ? 'dictating' : heard;
}

/** Returns whether these words can be the first one or two digits, or the first letter, of something read out. */
export function isFirstItem(text: string, w = englishWords): boolean {
  const tokens = tokensOf(text.toLowerCase()).filter((token) => !w.openers.has(token));
  const digits = tokens.reduce((sum, token) => sum + (isDigits(w, token) ? countDigits(w, token) : 0), 0);
  const isLetter = tokens.length === 1 && /^\p{L}$/u.test(tokens[0] as string);
  return text.trim() === '' || isLetter || (tokens.length <= 2 && digits > 0 && digits <= 2);
}

/**
 * Returns whether the text ends in a complete number: `whole`, or `open` if one more digit may follow, as in national
 * numbers that begin with 0 or 1.
 */
export function numberEnd(
  text: string,
  awaited: Dictation | undefined,
  w = englishWords,
): 'whole' | 'open' | undefined {
  const tokens = tokensOf(withSubject(text, awaited).toLowerCase());
  if (judgeNumber(w, tokens) !== 'complete') return undefined;
  const number = trailingNumber(w, tokens);
  const digits = number.reduce((sum, token) => sum + countDigits(w, token), 0);
  return digits === Math.min(...w.wholeLengths) && isTrunkPrefix(number[0]) ? 'open' : 'whole';
}

/** Returns whether the text ends in a host of a few words without its ending: "It is office at Green Valley Clinic". */
function isPartOfAddress(tokens: readonly string[]): boolean {
  const at = tokens.lastIndexOf('at');
  const host = tokens.slice(at + 1);
  return at > 0 && at <= mostWordsAround.address && host.length > 0 && host.length <= longestHost;
}

interface Ending {
  readonly plain: string;
  readonly tokens: readonly string[];
  readonly last: string;
}

function endsWell(w: CompletenessWords, { plain, tokens, last }: Ending): boolean {
  if (plain.endsWith('?') || w.closing.has(last)) return true;
  if (!w.particles.has(last)) return false;
  return w.questions.has(tokens[0] as string) || (w.adverbs.has(last) && w.phrasal.has(tokens.at(-2) ?? ''));
}

function isShortAnswer(w: CompletenessWords, tokens: readonly string[]): boolean {
  return tokens.some(
    (token) =>
      w.shortAnswers.has(token) || w.verbs.has(token) || w.digits.has(token) || token.includes("'") || /\d/.test(token),
  );
}

/** Returns undefined if the text does not end in an address, spelled letters or a number. */
function judgeDictation(w: CompletenessWords, tokens: readonly string[], last: string): Completeness | undefined {
  return judgeAddress(w, tokens, last) ?? judgeSpelling(w, tokens, last) ?? judgeNumber(w, tokens);
}

function judgeAddress(w: CompletenessWords, tokens: readonly string[], last: string): Completeness | undefined {
  const [, ending] = addressEnd.exec(tokens.slice(-2).join(' ')) ?? [];
  if (ending !== undefined && w.secondLevels.has(ending)) return 'dictating';
  if (/@.+\.\p{L}{2,}$/u.test(last)) return 'complete';
  if (w.signs.has(last)) return 'dictating';
  const [, level] = addressEnd.exec(tokens.join(' ')) ?? [];
  if (level !== undefined && tokens.includes('at') && w.topLevels.has(level)) return 'complete';
  if (isPartOfMailbox(w, tokens, last)) return 'dictating';
  const hasHost = tokens.some((token) => token.includes('.')) || tokens.slice(-3).includes('dot');
  if (w.addressee.test(tokens.join(' ')) && !hasHost) return 'dictating';
  if (tokens[0] === 'at' && tokens.length <= 3 && !hasHost && !w.shortAnswers.has(last) && !/\d/.test(last))
    return w.digits.has(last) ? undefined : 'dictating';
  if (!tokens.some((token) => w.email.has(token))) return undefined;
  const host = tokens.slice(tokens.lastIndexOf('at') + 1);
  if (last === 'at') return 'dictating';
  if (!tokens.includes('at') || host.includes('dot') || host.some((token) => token.includes('.'))) return undefined;
  return 'dictating';
}

/** "Peter dot Walsh" and "peter.walsh" are mailbox names, not hosts. */
function isPartOfMailbox(w: CompletenessWords, tokens: readonly string[], last: string): boolean {
  const [, level] = /^\p{L}{2,}[._](\p{L}{2,})$/u.exec(last) ?? [];
  return tokens.at(-2) === 'dot' ? !w.topLevels.has(last) : level !== undefined && !w.topLevels.has(level);
}

function judgeSpelling(w: CompletenessWords, tokens: readonly string[], last: string): Completeness | undefined {
  if (letterWithWord.test(tokens.join(' '))) return 'dictating';
  const spelled = trailingRun(tokens, (token) => /^\p{L}$/u.test(token) || w.letters.has(token));
  const hyphened = /^\p{L}(?:[-.]\p{L})+$/u.test(last);
  const before = tokens.slice(0, -1);
  const announced = announces.test(before.join(' '));
  const alone = before.every((token) => w.openers.has(token));
  if (spelled.length === 1 && last !== 'i' && (announced || alone)) return 'dictating';
  if (spelled.length < 2 && !hyphened) return undefined;
  const timeOfDay = /^[ap][.-]?m$/.test(hyphened ? last : spelled.join(''));
  return timeOfDay ? undefined : 'dictating';
}

function judgeNumber(w: CompletenessWords, tokens: readonly string[]): Completeness | undefined {
  const number = trailingNumber(w, tokens);
  const digits = number.reduce((sum, token) => sum + countDigits(w, token), 0);
  const before = tokens.slice(0, -number.length);
  // Numbers begin with "plus 49" or "my number is 06".
  if (digits > 0 && (before.join() === 'plus' || (/^0\d$/.test(number[0] ?? '') && before.includes('number'))))
    return 'dictating';
  if (digits === 0 || (number.length === 1 && digits <= 2)) return undefined;
  if (w.months.has(before.at(-1) ?? '')) return undefined;
  if (before.includes('card') && digits < w.cardLength) return 'dictating';
  if (w.wholeLengths.has(digits)) return 'complete';
  if (before.some((token) => w.talk.has(token)) || number.length > 1) return 'dictating';
  // Long numbers are read out in groups of four.
  if (digits === 4 && before.every((token) => w.openers.has(token)) && !isYear(number[0] ?? '')) return 'dictating';
  return w.partLengths.has(digits) || (digits <= 5 && before.length > 3) ? 'unsure' : 'dictating';
}

/**
 * Homophones such as "too" count only if the text is about a number or has several digits: "I would like one too"
 * contains none.
 */
function trailingNumber(w: CompletenessWords, tokens: readonly string[]): readonly string[] {
  const isDigit = (token: string): boolean => isDigits(w, token);
  const run = trailingRun(tokens, (token) => isDigit(token) || w.homophones.has(token));
  const from = run.findIndex(isDigit);
  const number = from < 0 ? [] : run.slice(from);
  const isSure = number.filter(isDigit).length > 1 || tokens.some((token) => w.talk.has(token));
  return isSure ? number : trailingRun(tokens, isDigit);
}

function trailingRun(tokens: readonly string[], belongs: (token: string) => boolean): readonly string[] {
  let from = tokens.length;
  while (from > 0 && belongs(tokens[from - 1] as string)) from -= 1;
  return tokens.slice(from);
}

const isTrunkPrefix = (token: string | undefined): boolean => /^[01]/.test(token ?? '');

const isYear = (token: string): boolean => /^(?:19|20)\d\d$/.test(token);

const isDigits = (w: CompletenessWords, token: string): boolean => /^\+?\d[\d.-]*$/.test(token) || w.digits.has(token);

const countDigits = (w: CompletenessWords, token: string): number =>
  w.digits.has(token) || w.homophones.has(token) ? 1 : token.replace(/\D/g, '').length;
