import type { Cue } from '../../media/language/analysis.ts';
import { looseStem } from '../../media/text/stem.ts';
import { placedWords } from '../../media/text/words.ts';
import { type Condition, conditionOf, occurrenceOf } from './conditions.ts';
import type { ReadTurn } from './conversation.ts';
import { fieldWordsOf } from './relevance.ts';
import { timingKeys } from './timing.ts';
import type { Evidence, Field, FieldValue } from './types.ts';
import { contentStems } from './words.ts';

/** Share of a phrase's words that one turn must have. */
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
 * 0 to 100: of the phrases that the agent should say, those that were said and played to the other side. A phrase
 * "if refund: ..." is asked only of conversations in which the customer says its words; the others do not count. A
 * score without phrases is one of an act that its name stands for. 0 cites what called for it, else what the agent said
 * that is nearest to it. `not_mentioned` where it does not apply, undefined where it cannot be judged.
 */
export function scoreOf(turns: readonly ReadTurn[], field: Field): FieldValue | undefined {
  if (timingKeys.includes(field.key)) return undefined;
  const own = turns.filter(({ speaker }) => speaker === 'agent');
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
  ...{ key, state: 'not_mentioned', value: null, confidence: 0.8, evidence: [], method: 'not_applicable' },
});

/** Conditions under which a criterion applies, by its description and its phrases; none where it always does. */
export function conditionsOf({ description, options }: Pick<Field, 'description' | 'options'>): Condition[] {
  const own = conditionOf(description);
  if (own !== undefined) return [own];
  const each = options.map(conditionOfPhrase);
  return each.includes(undefined) ? [] : each.filter((one) => one !== undefined);
}

interface Lacking {
  readonly own: readonly ReadTurn[];
  /** Turns that called for it. */
  readonly called: readonly number[];
  readonly asked: readonly Phrase[];
}

/** What shows that nothing of it was said: the turns that called for it, or the agent's sentence that comes nearest. */
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
  /** Stems of the words that carry meaning. */
  readonly words: readonly string[];
  /** Stems of all words, where too few carry meaning: any sentence with "help" is not "How can I help you". */
  readonly all: readonly string[] | undefined;
  /** What the customer must speak of for the phrase to be asked. */
  readonly when: readonly string[] | undefined;
}

const stemsOf = (text: string): string[] => [...new Set(contentStems(placedWords(text)))];
const allStemsOf = (text: string): string[] => [...new Set(placedWords(text).map(({ plain }) => looseStem(plain)))];
/** Words with meaning that make a phrase recognisable. */
const fewestWords = 2;

function phraseOf(option: string): Phrase {
  const [, when, text = option] = /^if\s+([^:]+):\s*(.+)$/i.exec(option) ?? [];
  const words = stemsOf(text);
  const all = words.length < fewestWords ? allStemsOf(text) : undefined;
  return { words, all, when: when === undefined ? undefined : stemsOf(when) };
}

/** Of a phrase "if refund: ...", as its score reads it. */
function conditionOfPhrase(option: string): Condition | undefined {
  const { when } = phraseOf(option);
  const text = /^if\s+([^:]+):/i.exec(option)?.[1]?.trim();
  return when === undefined || text === undefined ? undefined : { text, stems: when, least: when.length };
}

const isSpokenOf = (turns: readonly ReadTurn[], when: readonly string[]): boolean =>
  turns.some(
    ({ speaker, sentences }) =>
      speaker !== 'agent' && sentences.some(({ stems }) => when.every((stem) => stems.includes(stem))),
  );

function phrasesIn(turns: readonly ReadTurn[], phrases: readonly Phrase[]): Evidence[] {
  return phrases.flatMap(({ words, all }) => {
    const wanted = all ?? words;
    if (wanted.length === 0) return [];
    for (const { index, isCutOff, sentences } of turns) {
      const sentence = sentences.find(({ stems, text, end }) => {
        const said = all === undefined ? stems : allStemsOf(text);
        // The sentence in which the customer cut in was not heard to its end: nothing of it may be missing.
        const least = isCutOff && end === sentences.at(-1)?.end ? wanted.length : nearly * wanted.length;
        const isCore = all === undefined || words.every((stem) => said.includes(stem));
        return isCore && wanted.filter((stem) => said.includes(stem)).length >= least;
      });
      if (sentence !== undefined) return [{ turn: index, start: sentence.start, end: sentence.end }];
    }
    return [];
  });
}

/** The act that the name of a score stands for. */
const cueOf = (field: Field): Cue | undefined =>
  fieldWordsOf(field).name.flatMap((stem) => cueOfName.get(stem) ?? [])[0];

function actIn(turns: readonly ReadTurn[], cue: Cue): Evidence[] {
  const turn = turns.find(({ cues }) => cues.some((hit) => hit.cue === cue));
  const hit = turn?.cues.find((each) => each.cue === cue);
  return turn === undefined || hit === undefined ? [] : [{ turn: turn.index, start: hit.start, end: hit.end }];
}
