import { entriesOf } from '../../media/language/languages.ts';
import { patternOf } from '../../media/language/match.ts';
import { looseStem } from '../../media/text/stem.ts';
import type { Span } from '../../media/text/words.ts';
import { mayBeCustomers, type ReadTurn } from './conversation.ts';
import { momentsOf } from './moments-of-turn.ts';
import { polarityOf } from './polarity.ts';
import { fieldWordsOf, relevanceAt, relevanceOf, relevant } from './relevance.ts';
import type { Facts, Field, FieldValue } from './types.ts';

const statement = patternOf(({ analysis }) => analysis?.textValues.statement);

const longestCharacters = 300;
/** Phrases that precede the value itself. */
const leadIn = patternOf(({ analysis }) => analysis?.textValues.leadIn);

const patterns: readonly { readonly stems: ReadonlySet<string>; readonly form: RegExp }[] = [
  { stems: new Set(entriesOf(({ analysis }) => analysis?.textValues.email)), form: /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/u },
  { stems: new Set(entriesOf(({ analysis }) => analysis?.textValues.phone)), form: /\+?\d[\d\s().-]{6,18}\d/u },
  {
    stems: new Set(entriesOf(({ analysis }) => analysis?.textValues.postcode)),
    form: /\b\d{5}(?:-\d{4})?\b|\b\d{6}\b/u,
  },
];

const timeStem = looseStem('time');

/**
 * Returns the customer's answer to the last question about the field, or their statement that contains the field's
 * name.
 */
export function findText(turns: readonly ReadTurn[], field: Field, facts: Facts): FieldValue | undefined {
  const words = fieldWordsOf(field);
  if (words.name.at(-1) === timeStem) return timeIn(turns, field, facts);
  const form = patterns.find(({ stems }) => words.name.some((stem) => stems.has(stem)))?.form;
  const candidates = turns.flatMap((turn) => {
    if (!mayBeCustomers(turn)) return [];
    const asked = turn.question === undefined ? 0 : relevanceOf(words, turn.question);
    const answer = asked >= relevant ? answerIn(turn, form) : undefined;
    if (answer !== undefined) return [{ turn, span: answer, relevance: asked }];
    const stated = statedIn(turn, words.name, form);
    return stated === undefined ? [] : [{ turn, span: stated, relevance: 0.75 }];
  });
  const best = Math.max(0, ...candidates.map(({ relevance }) => relevance));
  const chosen = candidates.filter(({ relevance }) => relevance >= best - 0.25).at(-1);
  if (chosen === undefined) return undefined;
  const { turn, span, relevance } = chosen;
  return {
    key: field.key,
    state: 'found',
    value: turn.text.slice(span.start, span.end),
    method: 'rules',
    confidence: 0.4 + relevance / 4,
    evidence: [{ turn: turn.index, ...span }],
  };
}

/**
 * Returns a time of day, HH:MM: the customer's last one that answers a question about the field or is in a sentence
 * about it.
 */
function timeIn(turns: readonly ReadTurn[], field: Field, facts: Facts): FieldValue | undefined {
  const relevanceOfPlace = relevanceAt(fieldWordsOf(field));
  const times = turns.flatMap((turn) => {
    if (!mayBeCustomers(turn)) return [];
    return momentsOf(turn, facts).flatMap(({ time, start, end }) => {
      const relevance = time === undefined ? 0 : relevanceOfPlace(turn, { start, end });
      return relevance >= relevant ? [{ time, relevance, evidence: { turn: turn.index, start, end } }] : [];
    });
  });
  const best = Math.max(0, ...times.map(({ relevance }) => relevance));
  const chosen = times.filter(({ relevance }) => relevance >= best - 0.25).at(-1);
  if (chosen?.time === undefined) return undefined;
  const { time, relevance, evidence } = chosen;
  const value = { key: field.key, state: 'found', value: time, method: 'rules' } as const;
  return { ...value, confidence: 0.5 + relevance / 4, evidence: [evidence] };
}

function answerIn(turn: ReadTurn, form: RegExp | undefined): Span | undefined {
  if (form !== undefined) return matchIn(turn.text, form, 0);
  const [first, second] = turn.sentences;
  if (first === undefined || first.isQuestion) return undefined;
  // "Yes." does not answer "what"; the next sentence may.
  const sentence = first.stems.length === 0 && polarityOf(turn) !== undefined ? second : first;
  if (sentence === undefined || sentence.isQuestion) return undefined;
  const lead = leadIn.exec(sentence.text)?.[0].length ?? 0;
  return trimmed(turn.text, sentence.start + lead, sentence.end);
}

/** "My order number is 4471": returns the text after "is" if the sentence contains the field's name. */
function statedIn(turn: ReadTurn, name: readonly string[], form: RegExp | undefined): Span | undefined {
  for (const sentence of turn.sentences) {
    const isNamed = name.length > 0 && name.every((stem) => sentence.stemSet.has(stem));
    if (!isNamed || sentence.isQuestion) continue;
    if (form !== undefined) return matchIn(turn.text, form, sentence.start);
    const verb = statement.exec(sentence.text);
    if (verb !== null) return trimmed(turn.text, sentence.start + verb.index + verb[0].length, sentence.end);
  }
  return undefined;
}

function matchIn(text: string, form: RegExp, from: number): Span | undefined {
  const match = form.exec(text.slice(from));
  return match === null ? undefined : { start: from + match.index, end: from + match.index + match[0].length };
}

function trimmed(text: string, start: number, end: number): Span | undefined {
  const raw = text.slice(start, Math.min(end, start + longestCharacters));
  const value = raw.replace(/[\s.,;!?]+$/u, '');
  const lead = value.length - value.trimStart().length;
  return value.trim() === '' ? undefined : { start: start + lead, end: start + value.length };
}
