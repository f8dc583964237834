import type { Dictation } from '../line/turn.ts';

/** Whether the words alone sound finished. `dictating`: more is sure to come, as within a number or after "and". */
export type Completeness = 'complete' | 'unsure' | 'dictating';

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** English sentences do not end with these. */
const unfinished = words(
  'and but or nor because although unless until if when while than whether the a an my your our their its every ' +
    'very really um uh umm uhh er erm hmm mm',
);
/** They rarely do, except in questions ("what is it for?") and after some verbs ("logged on"). */
const dangling = words(
  'to for with from of in on at by into about as so that which who is are was were am be has have had will would ' +
    'can could should i we they he she this these some any another also maybe like well just number per via between',
);
const particles = words('on in by at to about for with from of this that so');
const adverbs = words('on in by about');
const phrasal = words(
  'log logs logged logging turn turned come comes came hold holding sign signed move moved go goes went carry call called ' +
    'put get stand drop dropped fill check checked work do talk talking speak speaking listen',
);
const questionWords = words('what where who whom which when why how whose');
const shortAnswers = words(
  'yes yeah yep yup no nope nah okay ok sure thanks please hello hi hey bye goodbye correct right wrong exactly ' +
    'absolutely definitely perfect great good fine cool nothing none maybe later sorry pardon alright true false agreed ' +
    'monday tuesday wednesday thursday friday saturday sunday today tomorrow tonight morning afternoon evening noon midnight ' +
    "january february march april may june july august september october november december o'clock am pm never always",
);
const verbs = words(
  'is are was were am be do does did have has had can could will would shall should may might must need needs want wants ' +
    'like know think go goes going went get gets got give take make see say said tell call book cancel change move stop ' +
    'wait help try let press enter hold hear speak talk transfer repeat forget understand mean means works work sounds',
);
const digitNames = words('zero oh one two three four five six seven eight nine double triple hundred');
/** What the recogniser makes of a digit that stands alone; they count only behind another digit. */
const digitHomophones = words('to too for won ate tree');
/** "So do I" ends with it, after one of these; else it begins what is to come, or is a letter. */
const auxiliaries = words(
  'do did does am was can could will would shall should have had has may might must nor than and or not',
);
/** How the recogniser writes letters that were read out and that are no words of a sentence's end. */
const letterNames = words('ass ess el em en eff ex bee dee kay zee zed pee jay');
/** A number, name or address follows these. */
const carriers =
  /\b(?:(?:number|name|email|e-mail|address|code|pin|extension|postcode|zip|id|account|reference|birthday|date of birth)(?:'s| is| would be| are)|spell(?:ed|s)?(?: it| that| as)?|you can (?:reach|call) me (?:at|on))$/;
const emailTalk = words('email e-mail mail gmail hotmail outlook yahoo icloud');
/** What most addresses end in; "laura.bennett" does not end one. */
const topLevels = words('com org net edu gov io co info biz me uk ca au de fr in us eu');
/** Nearly always followed by a country: "dot co dot uk". */
const secondLevels = words('co ac');
const addressSigns = words('dot underscore hyphen dash plus');
/** The recogniser joins letters that were read out together. */
const initials = /(?:^|\s)[A-Z]{2,3}[.,]?$/;
const notSpelled = words('am pm ok us uk tv id usa uae');
/** More than the name of the mailbox is to come. */
const addressee =
  /\b(?:e-?mail|mail)(?: address)?(?:'s| is)\b|\b(?:write|e-?mail|mail)(?: it| me| us)? (?:to|at) (?!me\b|us\b|you\b|him\b|her\b|them\b|the\b|my\b|your\b|an?\b)/;
/** "M for Mary", "S as in Sam"; not "I like it". */
const letterWithWord = /(?:^| )(?!i like )(\p{L}) (?:for|like|as in) \1\p{L}+$/u;
const months = words('january february march april may june july august september october november december');
/** These numbers are long. */
const numberTalk = words('number phone card account code pin extension reach call');
/** Counts of digits at which people pause inside a number they read out: 3 and 6 of 10, 4, 8 and 12 of 16. */
const wholeNumberDigits: ReadonlySet<number> = new Set([10, 11, 15, 16]);
/** A card's, of which ten are no more than a part. */
const cardDigits = 15;
const perhapsWholeDigits: ReadonlySet<number> = new Set([4, 5, 7]);

/** `text` as a recogniser writes it, punctuation included. Knows English; other languages come out as `unsure` at worst. */
export function judgeCompleteness(text: string): Completeness {
  const plain = text.trim().toLowerCase();
  if (
    initials.test(text.trim()) &&
    !notSpelled.has(
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
  if (unfinished.has(last) || carriers.test(tokens.join(' '))) return 'dictating';
  if (last === 'i' && !auxiliaries.has(tokens.at(-2) ?? '')) return 'dictating';
  const dictation = judgeDictation(tokens, last);
  if (dictation !== undefined) return dictation;
  if (/(?:\.\.|…|,|-|:|;)$/.test(plain)) return 'unsure';
  if (dangling.has(last) && !endsWell(plain, tokens, last)) return 'unsure';
  if (tokens.length <= 3) return isShortAnswer(tokens) ? 'complete' : 'unsure';
  return 'complete';
}

/** Digits that were read out one by one stand alone ("9-4"); a time of day is one token. */
const tokensOf = (plain: string): readonly string[] =>
  plain
    .replace(/(?<![\d-])\d(?:-\d)+(?![\d-])/g, (digits) => digits.replaceAll('-', ' '))
    .replace(/[^\p{L}\p{N}'@.+:-]+/gu, ' ')
    .trim()
    .split(' ')
    .map((token) => token.replace(/^[.:'-]+|[.:'-]+$/g, ''))
    .filter((token) => token !== '');

/** So many words after a dictation are more than a letter or a digit misheard. */
export const wordsOfASentence = 4;

export const countWords = (text: string): number => tokensOf(text.toLowerCase()).length;

/**
 * Whether a caller who was dictating is heard to be done: a whole number or address, or a sentence after it. `before`:
 * how many words there were when he was last heard to dictate; a sentence that holds the dictation itself says nothing.
 * `awaited`: what he was asked for.
 */
export function endsDictation(text: string, before: number, awaited?: Dictation): boolean {
  const added = Math.min(countWords(lastSentence(text)), countWords(text) - before);
  return added >= wordsOfASentence || isWhole(tokensOf(withSubject(text, awaited).toLowerCase()));
}

/** Ten digits are a whole number, but not a card's. */
const withSubject = (text: string, awaited: Dictation | undefined): string =>
  awaited === 'card' && text !== '' ? `card ${text}` : text;

const lastSentence = (text: string): string =>
  text
    .trim()
    .split(/[.?!]\s+/u)
    .at(-1) ?? '';

/** The text ends in a whole number or address. */
const isWhole = (tokens: readonly string[]): boolean => judgeDictation(tokens, tokens.at(-1) ?? '') === 'complete';

/** A caller who was asked to read something out, and does not. */
const refusals = words(
  "no nope not none never don't can't won't isn't haven't didn't cannot what sorry pardon excuse repeat again stop wait " +
    'person human help speak instead later',
);
/** "Sure", and then the number. */
const openers = words(
  'yes yeah yep yup sure okay ok alright right of course well so um uh hmm let me see one moment it is',
);
/** An answer of more words than this, none of which belongs to a dictation, is another answer. */
const mostWordsAround: Readonly<Record<Dictation, number>> = { number: 3, card: 3, address: 6, spelling: 6 };
/** "B as in Bravo" for a caller who was asked to spell, however its letter and the little words were understood. */
const letterOfWord = /^(?:\S+ ){0,3}(?:for|in|like|an?) \p{L}{3,}$|(?:as|is|was|it) in \p{L}{3,}$/u;

const longestHost = 4;

/** The same for the answer to a question for something that is read out, of which the words may not show what it is. */
export function judgeAwaited(text: string, awaited: Dictation): Completeness {
  const whole = withSubject(text, awaited);
  const heard = judgeCompleteness(whole);
  const tokens = tokensOf(text.trim().toLowerCase());
  if (tokens.length === 0) return 'dictating';
  if (heard === 'dictating' || isWhole(tokensOf(whole.toLowerCase()))) return heard;
  if (awaited === 'spelling' && letterOfWord.test(tokensOf(lastSentence(text.toLowerCase())).join(' ')))
    return 'dictating';
  const asks = text.trim().endsWith('?') && countWords(lastSentence(text)) >= wordsOfASentence;
  if (asks || tokens.some((token) => refusals.has(token))) return heard;
  if (tokens.every((token) => openers.has(token))) return 'dictating';
  const hasDigits = tokens.some((token) => digitNames.has(token) || /\d/.test(token));
  if ((awaited === 'number' || awaited === 'card') && hasDigits) return 'dictating';
  if (awaited === 'address' && isPartOfAddress(tokens)) return 'dictating';
  return tokens.length <= mostWordsAround[awaited] ? 'dictating' : heard;
}

/** "It is office at Green Valley Clinic": a host of a few words without its end. */
function isPartOfAddress(tokens: readonly string[]): boolean {
  const at = tokens.lastIndexOf('at');
  const host = tokens.slice(at + 1);
  return at > 0 && at <= mostWordsAround.address && host.length > 0 && host.length <= longestHost;
}

function endsWell(plain: string, tokens: readonly string[], last: string): boolean {
  if (plain.endsWith('?') || last === 'number' || last === 'well' || last === 'also') return true;
  if (!particles.has(last)) return false;
  return questionWords.has(tokens[0] as string) || (adverbs.has(last) && phrasal.has(tokens.at(-2) ?? ''));
}

function isShortAnswer(tokens: readonly string[]): boolean {
  return tokens.some(
    (token) =>
      shortAnswers.has(token) || verbs.has(token) || digitNames.has(token) || token.includes("'") || /\d/.test(token),
  );
}

/** Undefined when the text does not end in an address, spelled letters or a number. */
function judgeDictation(tokens: readonly string[], last: string): Completeness | undefined {
  return judgeAddress(tokens, last) ?? judgeSpelling(tokens, last) ?? judgeNumber(tokens);
}

function judgeAddress(tokens: readonly string[], last: string): Completeness | undefined {
  const [, ending] = /(?:\.|dot )(\p{L}+)$/u.exec(tokens.slice(-2).join(' ')) ?? [];
  if (ending !== undefined && secondLevels.has(ending)) return 'dictating';
  if (/@.+\.\p{L}{2,}$/u.test(last)) return 'complete';
  if (addressSigns.has(last)) return 'dictating';
  const [, level] = /(?:\.|dot )(\p{L}+)$/u.exec(tokens.join(' ')) ?? [];
  if (level !== undefined && tokens.includes('at') && topLevels.has(level)) return 'complete';
  if (isPartOfMailbox(tokens, last)) return 'dictating';
  const hasHost = tokens.some((token) => token.includes('.')) || tokens.slice(-3).includes('dot');
  if (addressee.test(tokens.join(' ')) && !hasHost) return 'dictating';
  if (tokens[0] === 'at' && tokens.length <= 3 && !hasHost && !shortAnswers.has(last) && !/\d/.test(last))
    return digitNames.has(last) ? undefined : 'dictating';
  if (!tokens.some((token) => emailTalk.has(token))) return undefined;
  const host = tokens.slice(tokens.lastIndexOf('at') + 1);
  if (last === 'at') return 'dictating';
  if (!tokens.includes('at') || host.includes('dot') || host.some((token) => token.includes('.'))) return undefined;
  return 'dictating';
}

/** "Peter dot Walsh", "peter.walsh": neither is a host. */
function isPartOfMailbox(tokens: readonly string[], last: string): boolean {
  const [, level] = /^\p{L}{2,}[._](\p{L}{2,})$/u.exec(last) ?? [];
  return tokens.at(-2) === 'dot' ? !topLevels.has(last) : level !== undefined && !topLevels.has(level);
}

function judgeSpelling(tokens: readonly string[], last: string): Completeness | undefined {
  if (letterWithWord.test(tokens.join(' '))) return 'dictating';
  const spelled = trailingRun(tokens, (token) => /^\p{L}$/u.test(token) || letterNames.has(token));
  const hyphened = /^\p{L}(?:[-.]\p{L})+$/u.test(last);
  const before = tokens.slice(0, -1);
  const announced = /\b(?:is|it's|that's|spelled|letter|with)$/.test(before.join(' '));
  const alone = before.every((token) => openers.has(token));
  if (spelled.length === 1 && last !== 'i' && (announced || alone)) return 'dictating';
  if (spelled.length < 2 && !hyphened) return undefined;
  const timeOfDay = /^[ap][.-]?m$/.test(hyphened ? last : spelled.join(''));
  return timeOfDay ? undefined : 'dictating';
}

function judgeNumber(tokens: readonly string[]): Completeness | undefined {
  const number = trailingNumber(tokens);
  const digits = number.reduce((sum, token) => sum + countDigits(token), 0);
  const before = tokens.slice(0, -number.length);
  // "Plus 49" and "my number is 06" are how numbers begin.
  if (digits > 0 && (before.join() === 'plus' || (/^0\d$/.test(number[0] ?? '') && before.includes('number'))))
    return 'dictating';
  if (digits === 0 || (number.length === 1 && digits <= 2)) return undefined;
  if (months.has(before.at(-1) ?? '')) return undefined;
  if (before.includes('card') && digits < cardDigits) return 'dictating';
  if (wholeNumberDigits.has(digits)) return 'complete';
  if (before.some((token) => numberTalk.has(token)) || number.length > 1) return 'dictating';
  // Long numbers are read out in groups of four.
  if (digits === 4 && before.every((token) => openers.has(token)) && !isYear(number[0] ?? '')) return 'dictating';
  return perhapsWholeDigits.has(digits) || (digits <= 5 && before.length > 3) ? 'unsure' : 'dictating';
}

/** "One too" is a number only where there is talk of one, or more of it: "I would like one too" is none. */
function trailingNumber(tokens: readonly string[]): readonly string[] {
  const run = trailingRun(tokens, (token) => isDigits(token) || digitHomophones.has(token));
  const from = run.findIndex(isDigits);
  const number = from < 0 ? [] : run.slice(from);
  const isSure = number.filter(isDigits).length > 1 || tokens.some((token) => numberTalk.has(token));
  return isSure ? number : trailingRun(tokens, isDigits);
}

function trailingRun(tokens: readonly string[], belongs: (token: string) => boolean): readonly string[] {
  let from = tokens.length;
  while (from > 0 && belongs(tokens[from - 1] as string)) from -= 1;
  return tokens.slice(from);
}

const isYear = (token: string): boolean => /^(?:19|20)\d\d$/.test(token);

const isDigits = (token: string): boolean => /^\+?\d[\d.-]*$/.test(token) || digitNames.has(token);

const countDigits = (token: string): number =>
  digitNames.has(token) || digitHomophones.has(token) ? 1 : token.replace(/\D/g, '').length;
