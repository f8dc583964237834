import { entriesOf } from '../../media/language/languages.ts';
import { patternOf } from '../../media/language/match.ts';
import { emailIn, type Spelled, spelledNumberIn } from '../../media/reading/spelling.ts';
import { looseStem } from '../../media/text/stem.ts';
import { mayBeCustomers, type ReadTurn } from './conversation.ts';
import { polarityOf } from './polarity.ts';
import { fieldWordsOf, relevanceOf, relevant } from './relevance.ts';
import type { Field, FieldValue } from './types.ts';

const statement = patternOf(({ analysis }) => analysis?.textValues.statement);

const longestCharacters = 300;
/** Phrases that precede the value itself. */
const leadIn = patternOf(({ analysis }) => analysis?.textValues.leadIn);

/** A value with its own form, as it is read from a part of a text. */
type Form = (text: string) => Spelled | undefined;

/** Shortest telephone number, in characters. */
const shortestPhone = 7;

const phoneIn: Form = (text) => {
  const spelled = spelledNumberIn(text);
  const isPhone = spelled !== undefined && /^\+?\d+$/.test(spelled.value) && spelled.value.length >= shortestPhone;
  if (!isPhone) return undefined;
  return { ...spelled, value: asWritten(text.slice(spelled.start, spelled.end), spelled.value) };
};

/** Keeps the groups of a number in digits, also when its last ones are corrected. */
function asWritten(words: string, digits: string): string {
  const groups = /^[+\d][\d\s().-]*\d/.exec(words)?.[0] ?? '';
  if (groups.replace(/\D/g, '').length !== digits.replace(/\D/g, '').length) return digits;
  const plain = digits.replace(/\D/g, '');
  let at = 0;
  return groups.replace(/\d/g, () => plain.charAt(at++));
}

const postcode = /\b\d{5}(?:-\d{4})?\b|\b\d{6}\b/u;
const postcodeIn: Form = (text) => {
  const match = postcode.exec(text);
  return match === null ? undefined : { value: match[0], start: match.index, end: match.index + match[0].length };
};

const stemsOf = (kind: 'email' | 'phone' | 'postcode'): ReadonlySet<string> =>
  new Set(entriesOf(({ analysis }) => analysis?.textValues[kind]).map(looseStem));

const forms: readonly { readonly stems: ReadonlySet<string>; readonly form: Form }[] = [
  { stems: stemsOf('email'), form: emailIn },
  { stems: stemsOf('phone'), form: phoneIn },
  { stems: stemsOf('postcode'), form: postcodeIn },
];

/**
 * Returns the customer's answer to the last question about the field, or their statement that contains the field's
 * name.
 */
export function findText(turns: readonly ReadTurn[], field: Field): FieldValue | undefined {
  const words = fieldWordsOf(field);
  const form = forms.find(({ stems }) => words.name.some((stem) => stems.has(stem)))?.form;
  const found = turns.flatMap((turn) => {
    if (!mayBeCustomers(turn)) return [];
    const asked = turn.question === undefined ? 0 : relevanceOf(words, turn.question);
    const answer = asked >= relevant ? answerIn(turn, form) : undefined;
    if (answer !== undefined) return [{ turn, span: answer, relevance: asked }];
    const stated = statedIn(turn, words.name, form);
    return stated === undefined ? [] : [{ turn, span: stated, relevance: 0.75 }];
  });
  const best = Math.max(0, ...found.map(({ relevance }) => relevance));
  const chosen = found.filter(({ relevance }) => relevance >= best - 0.25).at(-1);
  if (chosen === undefined) return undefined;
  const { turn, span, relevance } = chosen;
  return {
    key: field.key,
    state: 'found',
    value: span.value,
    method: 'rules',
    confidence: 0.4 + relevance / 4,
    evidence: [{ turn: turn.index, start: span.start, end: span.end }],
  };
}

function answerIn(turn: ReadTurn, form: Form | undefined): Spelled | undefined {
  if (form !== undefined) return form(turn.text);
  const [first, second] = turn.sentences;
  if (first === undefined || first.isQuestion) return undefined;
  // "Yes." does not answer "what"; the next sentence may.
  const sentence = first.stems.length === 0 && polarityOf(turn) !== undefined ? second : first;
  if (sentence === undefined || sentence.isQuestion) return undefined;
  const lead = leadIn.exec(sentence.text)?.[0].length ?? 0;
  return trimmed(turn.text, sentence.start + lead, sentence.end);
}

/** "My order number is 4471": returns the text after "is" if the sentence contains the field's name. */
function statedIn(turn: ReadTurn, name: readonly string[], form: Form | undefined): Spelled | undefined {
  for (const sentence of turn.sentences) {
    const isNamed = name.length > 0 && name.every((stem) => sentence.stemSet.has(stem));
    if (!isNamed || sentence.isQuestion) continue;
    if (form !== undefined) return placed(form(turn.text.slice(sentence.start)), sentence.start);
    const verb = statement.exec(sentence.text);
    if (verb !== null) return trimmed(turn.text, sentence.start + verb.index + verb[0].length, sentence.end);
  }
  return undefined;
}

const placed = (spelled: Spelled | undefined, by: number): Spelled | undefined =>
  spelled && { ...spelled, start: spelled.start + by, end: spelled.end + by };

function trimmed(text: string, start: number, end: number): Spelled | undefined {
  const raw = text.slice(start, Math.min(end, start + longestCharacters));
  const value = raw.replace(/[\s.,;!?]+$/u, '');
  const lead = value.length - value.trimStart().length;
  return value.trim() === '' ? undefined : { value: value.trim(), start: start + lead, end: start + value.length };
}
