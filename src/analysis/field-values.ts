import { patternOf } from '../../media/language/match.ts';
import { isStated } from '../../media/reading/acts.ts';
import type { Agreement } from './agreements.ts';
import { type Candidate, findCandidates } from './candidates.ts';
import { mayBeCustomers, type ReadTurn } from './conversation.ts';
import { polarityOf } from './polarity.ts';
import { isOfPromise, promisedAmountOf } from './promised-amount.ts';
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

/** A conversation with what its sides agreed on. */
export interface Heard {
  readonly turns: readonly ReadTurn[];
  readonly facts: Facts;
  readonly agreements: Readonly<Record<Agreement['kind'], Agreement>>;
}

const asksTime = patternOf(({ reading }) => reading?.times?.asksField);
const ofVisit = patternOf(({ reading }) => reading?.acts.meets);
const ofCall = patternOf(({ reading }) => reading?.acts.namesCall);

/** Returns the value of one field with its evidence. */
export function fieldValueOf(heard: Heard, field: Field): FieldValue {
  const { turns, facts } = heard;
  switch (field.type) {
    case 'boolean':
      return booleanOf(turns, field);
    case 'score':
      return timingScoreOf(turns, field, facts) ?? scoreOf(turns, field) ?? notMentioned(field.key);
    case 'text':
      return asksTime.test(field.name) || asksTime.test(field.description)
        ? momentValueOf(heard, { ...field, type: 'time' })
        : (findText(turns, field) ?? notMentioned(field.key));
    case 'date':
    case 'time':
      return momentValueOf(heard, field);
    case 'number':
      if (isOfPromise(field)) return promisedAmountOf(turns, field, facts) ?? notMentioned(field.key);
      return boundOf(turns, field, facts);
    default:
      return boundOf(turns, field, facts);
  }
}

/**
 * Returns a day or time. What the sides agreed on decides for fields about a visit or call: a time that was cancelled
 * is no value.
 */
function momentValueOf({ turns, facts, agreements }: Heard, field: Field): FieldValue {
  const about = `${field.name} ${field.description}`;
  const isAbout = { visit: ofVisit.test(about), followUp: ofCall.test(about) };
  const agreement = Object.values(agreements).find(({ kind, steps }) => isAbout[kind] && steps.length > 0);
  if (agreement === undefined) return boundOf(turns, field, facts);
  const { isAgreed, isOpen, isSure, contested } = agreement;
  if (!isAgreed && !isOpen) return { ...notMentioned(field.key), method: 'taken_back' };
  const { day, time } = contested ?? agreement;
  const stated = field.type === 'time' ? [time] : [day, time];
  const [first, second] = stated;
  if (first === undefined) return boundOf(turns, field, facts);
  const value = second === undefined ? first.value : `${first.value}T${second.value}`;
  const places = stated.flatMap((each) =>
    each === undefined ? [] : [{ turn: each.turn, start: each.start, end: each.end }],
  );
  const evidence = places.filter(
    (place, index) => places.findIndex((one) => one.turn === place.turn && one.start === place.start) === index,
  );
  // What our side alone proposes, or the customer accepts with "maybe", counts nowhere.
  const isStated = isAgreed || agreement.steps.at(-1)?.isAgents === false;
  const state = isStated && isSure ? 'found' : 'unsure';
  const confidence = isAgreed && isSure ? 0.9 : 0.6;
  const other = field.type === 'time' ? agreement.time : agreement.day;
  if (contested !== undefined && other !== undefined && other !== first) {
    const { value: _, ...place } = other;
    return {
      key: field.key,
      state: 'contradicted',
      value,
      confidence: 0.3,
      evidence: [...evidence, place],
      method: 'rules',
    };
  }
  return { key: field.key, state, value, confidence, evidence, method: 'rules' };
}

interface Bound extends Candidate {
  readonly relevance: number;
}

const evidenceOf = ({ turn, start, end }: Candidate): Evidence => ({ turn: turn.index, start, end });

/** Returns a date, number or option that is tied to the field by the preceding question or by its own sentence. */
function boundOf(turns: readonly ReadTurn[], field: Field, facts: Facts): FieldValue {
  const relevance = relevanceAt(fieldWordsOf(field));
  const all = turns.flatMap((turn) => findCandidates(turn, field, facts));
  const bound = all
    .filter((candidate) => !isTakenBack(candidate, all))
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
  const said = { key: field.key, value: chosen.value, method: 'rules' };
  const state = chosen.isRange === true ? 'unsure' : 'found';
  const confidence = chosen.isRange === true ? 0.4 : 0.5 + chosen.relevance / 4;
  if (readBack === undefined) return { ...said, state, confidence, evidence: [evidenceOf(chosen)] };
  const evidence = [evidenceOf(chosen), evidenceOf(readBack)];
  return readBack.value === chosen.value
    ? { ...said, state: 'found', confidence: Math.min(0.95, confidence + 0.2), evidence }
    : { ...said, state: 'contradicted', confidence: 0.3, evidence };
}

/** Whether the turn itself, or a later one, denies or replaces the value. */
export const isTakenBack = (candidate: Candidate, all: readonly Candidate[]): boolean =>
  candidate.isTakenBack ||
  all.some((one) => one.isTakenBack && one.turn.index > candidate.turn.index && one.value === candidate.value);

/** Relevance credit for a correction: speakers who correct themselves do not repeat the field's words. */
const correcting = 0.25;

function weightOf(relevanceOfPlace: ReturnType<typeof relevanceAt>, candidate: Candidate): number {
  const relevance = relevanceOfPlace(candidate.turn, candidate);
  const corrects = candidate.turn.cues.some(({ cue }) => cue === 'correction');
  return relevance >= relevant && corrects ? Math.min(1, relevance + correcting) : relevance;
}

const byPlace = (a: Candidate, b: Candidate): number => a.turn.index - b.turn.index || a.start - b.start;

/** Returns whether the other side's next turn accepts the value that the agent named. */
export function isAccepted(turns: readonly ReadTurn[], { index }: ReadTurn): boolean {
  const reply = turns.slice(index + 1, index + 3).find(({ speaker }) => speaker !== 'agent');
  const polarity = reply && polarityOf(reply);
  if (reply === undefined || polarity?.isYes !== true) return false;
  return !reply.clauses.some(
    ({ start, end, isNegative }) => isNegative && polarity.start >= start && polarity.start < end,
  );
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

/** Returns what the customer states about the field unprompted. The sentence must contain the field's whole name. */
function statementOf(turn: ReadTurn, words: FieldWords) {
  if (!mayBeCustomers(turn)) return [];
  return turn.sentences.flatMap((sentence) => {
    const { start, end, isQuestion } = sentence;
    const relevance = isQuestion ? 0 : relevanceOf({ ...words, description: new Set() }, sentence);
    if (relevance < 1) return [];
    const clauses = turn.clauses.filter((clause) => clause.start >= start && clause.end <= end);
    if (!clauses.every(isStated) || clauses.some(({ isOthers, isConditional }) => isOthers || isConditional)) return [];
    const value = !clauses.some(({ isNegative, acts }) => isNegative || acts.has('cancels'));
    return [{ value, relevance: 0.6, evidence: { turn: turn.index, start, end } }];
  });
}
