import { entriesOf } from '../../media/language/languages.ts';
import { type Candidate, findCandidates } from './candidates.ts';
import { mayBeCustomers, type ReadTurn } from './conversation.ts';
import { polarityOf } from './polarity.ts';
import { type FieldWords, fieldWordsOf, relevanceAt, relevanceOf, relevant } from './relevance.ts';
import { scoreOf } from './scores.ts';
import { findText } from './text-values.ts';
import { timingScoreOf } from './timing.ts';
import type { Evidence, Facts, Field, FieldValue } from './types.ts';

/** Returns the empty value of a field that nothing in the conversation supports. */
export const notMentioned = (key: string): FieldValue => ({
  key,
  state: 'not_mentioned',
  value: null,
  confidence: 0,
  evidence: [],
  method: 'rules',
});

/** Returns the value of one field with its evidence. */
export function fieldValueOf(turns: readonly ReadTurn[], field: Field, facts: Facts): FieldValue {
  switch (field.type) {
    case 'boolean':
      return booleanOf(turns, field);
    case 'score':
      return timingScoreOf(turns, field, facts) ?? scoreOf(turns, field) ?? notMentioned(field.key);
    case 'text':
      return findText(turns, field, facts) ?? notMentioned(field.key);
    default:
      return boundOf(turns, field, facts);
  }
}

interface Bound extends Candidate {
  readonly relevance: number;
}

const evidenceOf = ({ turn, start, end }: Candidate): Evidence => ({ turn: turn.index, start, end });

/** Returns a date, number or option that is tied to the field by the preceding question or by its own sentence. */
function boundOf(turns: readonly ReadTurn[], field: Field, facts: Facts): FieldValue {
  const relevance = relevanceAt(fieldWordsOf(field));
  const bound = turns
    .flatMap((turn) => findCandidates(turn, field, facts))
    .map((candidate): Bound => ({ ...candidate, relevance: weightOf(relevance, candidate) }))
    .filter(({ relevance }) => relevance >= relevant);
  const best = Math.max(0, ...bound.map(({ relevance }) => relevance));
  const close = bound.filter(({ relevance }) => relevance >= best - 0.25);
  const stated = close.filter(({ turn }) => mayBeCustomers(turn));
  const accepted = close.filter((candidate) => candidate.turn.speaker === 'agent' && isAccepted(turns, candidate.turn));
  // The last statement wins: speakers correct themselves.
  const chosen = [...stated, ...accepted].sort(byPlace).at(-1);
  if (chosen === undefined) return notMentioned(field.key);
  const readBack = bound.filter(({ turn }) => turn.speaker === 'agent' && turn.index > chosen.turn.index).at(-1);
  const value = { key: field.key, value: chosen.value, method: 'rules' };
  const confidence = 0.5 + chosen.relevance / 4;
  if (readBack === undefined) return { ...value, state: 'found', confidence, evidence: [evidenceOf(chosen)] };
  const evidence = [evidenceOf(chosen), evidenceOf(readBack)];
  return readBack.value === chosen.value
    ? { ...value, state: 'found', confidence: Math.min(0.95, confidence + 0.2), evidence }
    : { ...value, state: 'contradicted', confidence: 0.3, evidence };
}

/** Relevance credit for a correction: speakers who correct themselves do not repeat the field's words. */
const correcting = 0.25;

function weightOf(relevanceOfPlace: ReturnType<typeof relevanceAt>, candidate: Candidate): number {
  const relevance = relevanceOfPlace(candidate.turn, candidate);
  const corrects = candidate.turn.cues.some(({ cue }) => cue === 'correction');
  return relevance >= relevant && corrects ? Math.min(1, relevance + correcting) : relevance;
}

const byPlace = (a: Candidate, b: Candidate): number => a.turn.index - b.turn.index || a.start - b.start;

/** Returns whether the other side's next turn accepts the value that the agent named. */
function isAccepted(turns: readonly ReadTurn[], { index }: ReadTurn): boolean {
  const reply = turns.slice(index + 1, index + 3).find(({ speaker }) => speaker !== 'agent');
  return reply !== undefined && polarityOf(reply)?.isYes === true;
}

function booleanOf(turns: readonly ReadTurn[], field: Field): FieldValue {
  const words = fieldWordsOf(field);
  const answers = turns.flatMap((turn) => {
    const { question, index } = turn;
    const polarity = question === undefined || !mayBeCustomers(turn) ? undefined : polarityOf(turn);
    if (polarity === undefined || question === undefined) return statementOf(turn, words);
    const relevance = relevanceOf(words, question);
    const { isYes, start, end } = polarity;
    return relevance >= relevant ? [{ value: isYes, relevance, evidence: { turn: index, start, end } }] : [];
  });
  const last = answers.at(-1);
  if (last === undefined) return notMentioned(field.key);
  const { value, relevance, evidence } = last;
  return {
    key: field.key,
    state: 'found',
    value,
    confidence: 0.5 + relevance / 4,
    evidence: [evidence],
    method: 'rules',
  };
}

const negations: ReadonlySet<string> = new Set(entriesOf(({ analysis }) => analysis?.fieldValues.negations));

/** Returns what the customer states about the field unprompted. The sentence must contain the field's whole name. */
function statementOf(turn: ReadTurn, words: FieldWords) {
  if (!mayBeCustomers(turn)) return [];
  return turn.sentences.flatMap((sentence) => {
    const { start, end, isQuestion } = sentence;
    const relevance = isQuestion ? 0 : relevanceOf({ ...words, description: new Set() }, sentence);
    if (relevance < 1) return [];
    const value = !sentence.words.some(({ plain }) => negations.has(plain));
    return [{ value, relevance: 0.6, evidence: { turn: turn.index, start, end } }];
  });
}
