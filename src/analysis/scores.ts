import type { Cue } from '../../media/language/analysis.ts';
import { looseStem } from '../../media/text/stem.ts';
import { placedWords } from '../../media/text/words.ts';
import { type Condition, conditionOf, occurrenceOf } from './conditions.ts';
import type { ReadTurn } from './conversation.ts';
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
  const agentTurns = turns.filter(({ isAgents }) => isAgents);
  const [first] = agentTurns;
  if (first === undefined) return undefined;
  const conditions = conditionsOf(field);
  const called = conditions.flatMap((condition) => occurrenceOf(turns, condition) ?? []);
  if (conditions.length > 0 && called.length === 0) return notApplicable(field.key);
  const phrases = field.options.map(phraseOf).filter(({ when }) => when === undefined || isSpokenOf(turns, when));
  if (field.options.length > 0 && phrases.length === 0) return notApplicable(field.key);
  const cue = field.options.length > 0 ? undefined : cueOf(field);
  if (field.options.length === 0 && cue === undefined) return undefined;
  const turnEvidence = cue === undefined ? phrasesIn(agentTurns, phrases) : actIn(agentTurns, cue);
  const value = Math.round((100 * turnEvidence.length) / Math.max(1, phrases.length));
  const evidence = turnEvidence.length > 0 ? turnEvidence : lacking(turns, { own: agentTurns, called, asked: phrases });
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
  const condition = conditionOf(description);
  if (condition !== undefined) return [condition];
  const each = options.map(conditionOfPhrase);
  return each.includes(undefined) ? [] : each.filter((part) => part !== undefined);
}

interface Lacking {
  readonly own: readonly ReadTurn[];
  /** Indexes of the turns that triggered the conditions. */
  readonly called: readonly number[];
  readonly asked: readonly Phrase[];
}

/** Returns evidence for a missing phrase: the turns that triggered the condition, or the agent's closest sentence. */
function lacking(turns: readonly ReadTurn[], { own: agentTurns, called, asked: phrases }: Lacking): Evidence[] {
  if (called.length > 0)
    return [...new Set(called)]
      .sort((a, b) => a - b)
      .map((turn) => ({ turn, start: 0, end: turns[turn]?.text.length ?? 0 }));
  const wanted = new Set(phrases.flatMap(({ words }) => words));
  let nearest: Evidence | undefined;
  let most = 0;
  for (const { index, sentences } of agentTurns)
    for (const { start, end, stems } of sentences) {
      const shared = stems.filter((stem) => wanted.has(stem)).length;
      if (shared <= most) continue;
      most = shared;
      nearest = { turn: index, start, end };
    }
  const [first] = agentTurns as [ReadTurn];
  return [nearest ?? { turn: first.index, start: 0, end: first.text.length }];
}

interface Phrase {
  /** Stems of the content words. */
  readonly words: readonly string[];
  /** Stems of all words, set if there are too few content words: a sentence with "help" is not "How can I help you". */
  readonly all: readonly string[] | undefined;
  /** Stems that the customer must say for the phrase to apply. */
  readonly when: readonly string[] | undefined;
}

const stemsOf = (text: string): string[] => [...new Set(contentStems(placedWords(text)))];
const allStemsOf = (text: string): string[] => [...new Set(placedWords(text).map(({ plain }) => looseStem(plain)))];
/** Minimum content words that identify a phrase. */
const fewestWords = 2;

function phraseOf(option: string): Phrase {
  const [, when, text = option] = /^if\s+([^:]+):\s*(.+)$/i.exec(option) ?? [];
  const words = stemsOf(text);
  const all = words.length < fewestWords ? allStemsOf(text) : undefined;
  return { words, all, when: when === undefined ? undefined : stemsOf(when) };
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
  return phrases.flatMap(({ words, all }) => {
    const wanted = all ?? words;
    if (wanted.length === 0) return [];
    for (const { index, isCutOff, sentences } of turns) {
      const sentence = sentences.find(({ stemSet, allStems, end }) => {
        const stems = all === undefined ? stemSet : allStems;
        // The sentence that the customer interrupted was not played to its end: every word must be present.
        const least = isCutOff && end === sentences.at(-1)?.end ? wanted.length : nearly * wanted.length;
        const isCore = all === undefined || words.every((stem) => stems.has(stem));
        return isCore && wanted.filter((stem) => stems.has(stem)).length >= least;
      });
      if (sentence !== undefined) return [{ turn: index, start: sentence.start, end: sentence.end }];
    }
    return [];
  });
}

/** Returns the act that a score's name stands for. */
const cueOf = (field: Field): Cue | undefined =>
  fieldWordsOf(field).name.flatMap((stem) => cueOfName.get(stem) ?? [])[0];

function actIn(turns: readonly ReadTurn[], cue: Cue): Evidence[] {
  const turn = turns.find(({ cues }) => cues.some((hit) => hit.cue === cue));
  const hit = turn?.cues.find((each) => each.cue === cue);
  return turn === undefined || hit === undefined ? [] : [{ turn: turn.index, start: hit.start, end: hit.end }];
}
