import { entriesOf } from '../../../../media/language/languages.ts';
import { patternOf } from '../../../../media/language/match.ts';
import { amountsIn } from '../../../../media/reading/amounts.ts';
import { hasValues, isSaidAs, wantedOf, withoutAmounts } from '../../../../media/reading/statements.ts';
import { placedWords } from '../../../../media/text/words.ts';
import { analyse } from '../../../analysis/analyse.ts';
import { type Condition, occurrenceOf } from '../../../analysis/conditions.ts';
import { type ReadTurn, readConversation } from '../../../analysis/conversation.ts';
import { conditionsOf } from '../../../analysis/scores.ts';
import type { Analysis, Field, FieldValue } from '../../../analysis/types.ts';
import { contentStems } from '../../../analysis/words.ts';
import type { Transcript } from '../../../transcripts/transcript.ts';
import type { Simulation } from './schema.ts';

/** A judge's findings; `scores` by field id. */
export interface Findings {
  readonly objectiveMet: boolean;
  readonly scores: ReadonlyMap<string, Finding>;
}

export interface Finding {
  /** Null if the criterion did not apply. */
  readonly score: number | null;
  readonly evidence: readonly number[];
  readonly rationale: string;
}

const successes = ['resolved', 'follow_up_scheduled', 'visit_scheduled', 'interested'];

/** Outcomes that meet an objective, by words in the objective. The first match decides. */
const wanted: readonly (readonly [RegExp, readonly string[]])[] = [
  [patternOf(({ analysis }) => analysis?.objectives.visit), ['visit_scheduled']],
  [patternOf(({ analysis }) => analysis?.objectives.followUp), ['follow_up_scheduled', 'visit_scheduled']],
  [patternOf(({ analysis }) => analysis?.objectives.resolution), ['resolved']],
  [patternOf(({ analysis }) => analysis?.objectives.escalation), ['escalated']],
];

type Judged = Pick<Simulation, 'objective' | 'rubric_fields' | 'language_code'>;

const fieldsOf = ({ rubric_fields }: Judged): Field[] =>
  rubric_fields.map(({ id, name, group, field_type: type, options, description, measure }) => ({
    key: id,
    name,
    group,
    type,
    options,
    description,
    measure,
  }));

/** Analyses a simulation in the same way as recorded calls. */
export function analysisOf(simulation: Judged, transcript: Transcript, calledAt: string): Analysis {
  const callFacts = { utcOffsetMinutes: 0, connected: true, voicemail: false, transferred: false };
  const facts = { ...callFacts, calledAt, languageCode: simulation.language_code ?? null };
  return analyse(transcript, fieldsOf(simulation), facts);
}

/** Judges without a language model: the outcome decides on the objective, the phrases of a criterion on its score. */
export function judgeByRules(simulation: Judged, analysis: Analysis, transcript: Transcript): Findings {
  const { objective } = simulation;
  const turns = readConversation(transcript);
  const scores = new Map<string, Finding>();
  for (const field of simulation.rubric_fields) {
    const { id, field_type, options } = field;
    if (field_type !== 'score') continue;
    const fieldValue = analysis.fields.find(({ key }) => key === id);
    if (field.measure !== null) {
      scores.set(id, measuredFinding(fieldValue));
      continue;
    }
    if (typeof fieldValue?.value === 'number' && (fieldValue.value > 0 || options.length === 0)) {
      const evidence = [...new Set(fieldValue.evidence.map(({ turn }) => turn))];
      const did = fieldValue.value > 0 ? 'The agent did so.' : 'The agent did not do so.';
      const rationale =
        options.length === 0 ? did : `The agent said ${fieldValue.evidence.length} of ${options.length}.`;
      scores.set(id, { score: fieldValue.value, evidence, rationale: rationale });
    } else if (options.length > 0) scores.set(id, missed(conditionsOf(field), options, turns));
  }
  return { objectiveMet: isObjectiveMet(objective, analysis, turns), scores };
}

/**
 * Returns whether the outcome is one that the objective names, with its amounts. An objective to tell or ask something
 * is met if the agent does so.
 */
function isObjectiveMet(objective: string, { outcome }: Analysis, turns: readonly ReadTurn[]): boolean {
  const outcomes = wanted.find(([words]) => words.test(objective))?.[1];
  if (outcomes === undefined && telling.test(objective)) return isTold(objective, turns);
  const isReached = outcome !== null && (outcomes ?? successes).includes(outcome.value);
  const said = turns.map(({ text }) => text).join('\n');
  return isReached && hasValues(wantedOf(objective), said);
}

const telling = patternOf(({ analysis }) => analysis?.objectives.telling);
const aboutTelling: ReadonlySet<string> = new Set(
  entriesOf(({ analysis }) => analysis?.objectives.tellingWords).flatMap((word) => contentStems(placedWords(word))),
);
/** Words that the naming of an amount stands for: "It is $120" tells the price. */
const aboutAmounts: ReadonlySet<string> = new Set(
  entriesOf(({ analysis }) => analysis?.objectives.amountWords).flatMap((word) => contentStems(placedWords(word))),
);
/** Share of an objective's words that one turn of the agent must state. */
const mostWords = 0.66;

function isTold(objective: string, turns: readonly ReadTurn[]): boolean {
  const as = { ...wantedOf(objective), mayBeAsked: true };
  const stems = [...new Set(contentStems(placedWords(withoutAmounts(objective))))].filter(
    (stem) => !aboutTelling.has(stem),
  );
  return turns.some(({ isAgents, clauses }) => {
    if (!isAgents) return false;
    const text = clauses
      .filter((clause) => isSaidAs(as, clause))
      .map((clause) => clause.text)
      .join(' ');
    const said = new Set(contentStems(placedWords(text)));
    const hasAmount = amountsIn(text).length > 0;
    const isSaid = (stem: string): boolean => said.has(stem) || (hasAmount && aboutAmounts.has(stem));
    return stems.filter(isSaid).length >= mostWords * stems.length && hasValues(as, text);
  });
}

/** Returns the finding of a criterion that is measured. Without a measurement it does not count. */
function measuredFinding(fieldValue: FieldValue | undefined): Finding {
  const evidence = [...new Set((fieldValue?.evidence ?? []).map(({ turn }) => turn))];
  if (typeof fieldValue?.value === 'number')
    return { score: fieldValue.value, evidence, rationale: `Measured: ${fieldValue.value} of 100.` };
  const isOut = fieldValue?.method === 'not_applicable';
  const rationale = isOut ? 'Not applicable to this call.' : 'Cannot be measured in this call, so it is left out.';
  return { score: null, evidence: [], rationale };
}

/**
 * Returns the finding if no phrase was said: 0 with the turn that called for it, or no score if its condition did not
 * occur.
 */
function missed(conditions: readonly Condition[], options: readonly string[], turns: readonly ReadTurn[]): Finding {
  const called = conditions.flatMap((condition) => occurrenceOf(turns, condition) ?? []);
  if (conditions.length > 0 && called.length === 0) {
    const about = conditions.map(({ text }) => `"${text}"`).join(' or ');
    return { score: null, evidence: [], rationale: `Not applicable: nothing in the call is about ${about}.` };
  }
  const rationale = `The agent said none of ${options.length}: ${quoted(options)}.`;
  if (called.length > 0)
    return { score: 0, evidence: [...new Set(called)].sort((a, b) => a - b), rationale: rationale };
  const nearest = nearestOf(turns, options);
  if (nearest === undefined)
    return { score: 0, evidence: [], rationale: `${rationale} The agent said nothing at all.` };
  const why = nearest.isClose ? 'This turn comes nearest to it.' : 'The agent ended its part without it.';
  return { score: 0, evidence: [nearest.turn], rationale: `${rationale} ${why}` };
}

/**
 * Returns the agent's turn that shares the most words with the phrases; its last one if none shares a third of a
 * phrase.
 */
function nearestOf(
  turns: readonly ReadTurn[],
  options: readonly string[],
): { turn: number; isClose: boolean } | undefined {
  const agentTurns = turns.filter(({ isAgents }) => isAgents);
  const phrases = options
    .map((option) => [...new Set(contentStems(placedWords(option)))])
    .filter(({ length }) => length > 0);
  const closeness = ({ sentences }: ReadTurn): number => {
    const stems = new Set(sentences.flatMap((sentence) => sentence.stems));
    return Math.max(0, ...phrases.map((phrase) => phrase.filter((stem) => stems.has(stem)).length / phrase.length));
  };
  const [best] = agentTurns.map((turn) => ({ turn, close: closeness(turn) })).sort((a, b) => b.close - a.close);
  const last = agentTurns.at(-1);
  if (best === undefined || last === undefined) return undefined;
  return best.close >= nearEnough ? { turn: best.turn.index, isClose: true } : { turn: last.index, isClose: false };
}

const nearEnough = 1 / 3;
const shown = 3;
const quoted = (options: readonly string[]): string =>
  `${options
    .slice(0, shown)
    .map((option) => `"${option}"`)
    .join(', ')}${options.length > shown ? ' and others' : ''}`;
