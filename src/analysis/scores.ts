import type { Cue } from '../../media/language/analysis.ts';
import { hasValues, isSaidAs, type Wanted, wantedOf, withoutAmounts } from '../../media/reading/statements.ts';
import { looseStem } from '../../media/text/stem.ts';
import { placedWords } from '../../media/text/words.ts';
import { type Condition, conditionOf, occurrenceOf } from './conditions.ts';
import type { ReadTurn, Sentence } from './conversation.ts';
import { fieldWordsOf } from './relevance.ts';
import { timingKeys } from './timing.ts';
import type { Evidence, Field, FieldValue } from './types.ts';
import { contentStems } from './words.ts';

/** Share of a phrase's words that one sentence must contain. */
const nearly = 0.75;

const cueOfName: ReadonlyMap<string, Cue> = new Map(
  (
    [
      ['greeting', 'greeting'],
      ['welcome', 'greeting'],
      ['closing', 'closing'],
      ['goodbye', 'closing'],
      ['farewell', 'closing'],
      ['thanks', 'thanks'],
      ['courtesy', 'thanks'],
    ] as const
  ).map(([name, cue]) => [looseStem(name), cue]),
);

/**
 * Returns the percentage, 0 to 100, of required phrases that the agent said and that were played to the other side. A
 * phrase "if refund: ..." applies only if the customer says its words; otherwise it is excluded. A score without
 * phrases tests the act that its name stands for. A score of 0 cites the turns that triggered the condition, else the
 * agent's closest sentence. The state is `not_mentioned` if the score does not apply; the result is undefined if it
 * cannot be judged.
 */
export function scoreOf(turns: readonly ReadTurn[], field: Field): FieldValue | undefined {
  if (timingKeys.includes(field.key)) return undefined;
  const own = turns.filter(({ isAgents }) => isAgents);
  const [first] = own;
  if (first === undefined) return undefined;
  const conditions = conditionsOf(field);
  const called = conditions.flatMap((condition) => occurrenceOf(turns, condition) ?? []);
  if (conditions.length > 0 && called.length === 0) return notApplicable(field.key);
  const asked = field.options.map(phraseOf).filter(({ when }) => when === undefined || isSpokenOf(turns, when));
  if (field.options.length > 0 && asked.length === 0) return notApplicable(field.key);
  const cue = field.options.length > 0 ? undefined : cueOf(field);
  if (field.options.length === 0 && cue === undefined) return undefined;
  const found = cue === undefined ? phrasesIn(own, asked) : actIn(own, cue);
  const value = Math.round((100 * found.length) / Math.max(1, asked.length));
  const evidence = found.length > 0 ? found : lacking(turns, { own, called, asked });
  return { key: field.key, state: 'found', value, confidence: 0.8, evidence, method: 'rules' };
}

const notApplicable = (key: string): FieldValue => ({
  key,
  state: 'not_mentioned',
  value: null,
  confidence: 0.8,
  evidence: [],
  method: 'not_applicable',
});

/** Returns the conditions of a criterion, from its description or its phrases; empty if it always applies. */
export function conditionsOf({ description, options }: Pick<Field, 'description' | 'options'>): Condition[] {
  const own = conditionOf(description);
  if (own !== undefined) return [own];
  const each = options.map(conditionOfPhrase);
  return each.includes(undefined) ? [] : each.filter((one) => one !== undefined);
}

interface Lacking {
  readonly own: readonly ReadTurn[];
  /** Indexes of the turns that triggered the conditions. */
  readonly called: readonly number[];
  readonly asked: readonly Phrase[];
}

/** Returns evidence for a missing phrase: the turns that triggered the condition, or the agent's closest sentence. */
function lacking(turns: readonly ReadTurn[], { own, called, asked }: Lacking): Evidence[] {
  if (called.length > 0)
    return [...new Set(called)]
      .sort((a, b) => a - b)
      .map((turn) => ({ turn, start: 0, end: turns[turn]?.text.length ?? 0 }));
  const wanted = new Set(asked.flatMap(({ words }) => words));
  let nearest: Evidence | undefined;
  let most = 0;
  for (const { index, sentences } of own)
    for (const { start, end, stems } of sentences) {
      const shared = stems.filter((stem) => wanted.has(stem)).length;
      if (shared <= most) continue;
      most = shared;
      nearest = { turn: index, start, end };
    }
  const [first] = own as [ReadTurn];
  return [nearest ?? { turn: first.index, start: 0, end: first.text.length }];
}

interface Phrase {
  /** Stems of the content words. */
  readonly words: readonly string[];
  /** Stems of all words, set if there are too few content words: a sentence with "help" is not "How can I help you". */
  readonly all: readonly string[] | undefined;
  /** Stems that the customer must say for the phrase to apply. */
  readonly when: readonly string[] | undefined;
  /** Stems of names, which must all be said. */
  readonly names: readonly string[];
  readonly as: Wanted;
}

const stemsOf = (text: string): string[] => [...new Set(contentStems(placedWords(text)))];
const allStemsOf = (text: string): string[] => [...new Set(placedWords(text).map(({ plain }) => looseStem(plain)))];
/** Minimum content words that identify a phrase. */
const fewestWords = 2;

/** A capitalised word after another word. */
const name = /(?<=[\p{L}\p{N}][,;]?\s)\p{Lu}\p{L}+/gu;

function phraseOf(option: string): Phrase {
  const [, when, text = option] = /^if\s+([^:]+):\s*(.+)$/i.exec(option) ?? [];
  const as = wantedOf(text);
  const named = withoutAmounts(text);
  const words = stemsOf(named);
  const all = words.length < fewestWords && as.values.length === 0 ? allStemsOf(text) : undefined;
  const names = [...named.matchAll(name)].map(([word]) => looseStem(word.toLowerCase()));
  return { words, all, when: when === undefined ? undefined : stemsOf(when), names, as };
}

/** Returns the condition of a phrase "if refund: ...", parsed as in `phraseOf`. */
function conditionOfPhrase(option: string): Condition | undefined {
  const { when } = phraseOf(option);
  const text = /^if\s+([^:]+):/i.exec(option)?.[1]?.trim();
  return when === undefined || text === undefined ? undefined : { text, stems: when, least: when.length };
}

const isSpokenOf = (turns: readonly ReadTurn[], when: readonly string[]): boolean =>
  turns.some(
    ({ speaker, sentences }) =>
      speaker !== 'agent' && sentences.some(({ stemSet }) => when.every((stem) => stemSet.has(stem))),
  );

function phrasesIn(turns: readonly ReadTurn[], phrases: readonly Phrase[]): Evidence[] {
  return phrases.flatMap((phrase) => {
    if ((phrase.all ?? phrase.words).length === 0 && phrase.as.values.length === 0) return [];
    for (const turn of turns) {
      const sentence = turn.sentences.find((each) => isSaidIn(phrase, turn, each));
      if (sentence !== undefined) return [{ turn: turn.index, start: sentence.start, end: sentence.end }];
    }
    return [];
  });
}

/** Returns whether a sentence states a phrase: most of its words, all of its names and amounts, and nothing denied. */
function isSaidIn({ words, all, names, as }: Phrase, turn: ReadTurn, sentence: Sentence): boolean {
  const wanted = all ?? words;
  const own = turn.clauses.filter(({ start, end }) => start >= sentence.start && end <= sentence.end);
  const text = own
    .filter((clause) => isSaidAs(as, clause))
    .map((clause) => clause.text)
    .join(' ');
  const said = new Set(all === undefined ? contentStems(placedWords(text)) : allStemsOf(text));
  // The sentence that the customer interrupted was not played to its end: every word must be present.
  const isLast = sentence.end === turn.sentences.at(-1)?.end;
  const least = turn.isCutOff && isLast ? wanted.length : nearly * wanted.length;
  const required = [...names, ...(all === undefined ? [] : words)];
  return (
    wanted.filter((stem) => said.has(stem)).length >= least &&
    required.every((stem) => said.has(stem)) &&
    hasValues(as, text)
  );
}

/** Returns the act that a score's name stands for. */
const cueOf = (field: Field): Cue | undefined =>
  fieldWordsOf(field).name.flatMap((stem) => cueOfName.get(stem) ?? [])[0];

function actIn(turns: readonly ReadTurn[], cue: Cue): Evidence[] {
  const turn = turns.find(({ cues }) => cues.some((hit) => hit.cue === cue));
  const hit = turn?.cues.find((each) => each.cue === cue);
  return turn === undefined || hit === undefined ? [] : [{ turn: turn.index, start: hit.start, end: hit.end }];
}
