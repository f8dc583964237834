import { isAsserted } from '../../media/reading/acts.ts';
import { standingIn } from '../../media/reading/standing.ts';
import type { Transcript } from '../transcripts/transcript.ts';
import { mayBeCustomers, type ReadTurn, readConversation } from './conversation.ts';
import { isOver, type OpenField, openFieldsOf, type Reading } from './open-questions.ts';
import { supportOf } from './outcome.ts';
import { isOfPromise } from './promised-amount.ts';
import type { Analysis, Evidence, Facts, Field, FieldValue, Finding, Outcome } from './types.ts';

/** What a language model answers. Everything in it is read again in the transcript before it counts. */
export interface Proposals {
  /** Places of values, by field. */
  readonly places: Readonly<Record<string, Evidence>>;
  /** Words of the customer, by text field. */
  readonly texts: Readonly<Record<string, string>>;
  readonly outcome: 'interested' | 'no_interest' | null;
}

const method = 'language_model';

interface Given {
  readonly transcript: Transcript;
  readonly fields: readonly Field[];
  readonly facts: Facts;
}

/**
 * Merges a language model's answers into the analysis. A value is accepted only if the rules read it at the named
 * place, and nothing takes it back. Where the rules read another value, both are kept and the value is `unsure`.
 */
export function withProposals(analysis: Analysis, proposals: Proposals, request: Given): Analysis {
  const turns = readConversation(request.transcript);
  const open = new Map(openFieldsOf(turns, request, analysis).map((each) => [each.field.key, each]));
  const outcome = analysis.outcome ?? confirmedOutcome(proposals.outcome, turns);
  return {
    ...analysis,
    fields: analysis.fields.map((value) => {
      const openField = open.get(value.key);
      const reading = openField && confirmed(openField, proposals, turns);
      return openField !== undefined && reading !== undefined
        ? merged(value, reading, openField.field)
        : ofOutcome(value, outcome);
    }),
    outcome,
    undecided: outcome === null ? analysis.undecided : null,
  };
}

const ofOutcome = (value: FieldValue, outcome: Finding<Outcome> | null): FieldValue =>
  value.key === 'outcome' && outcome !== null ? { key: 'outcome', state: 'found', ...outcome } : value;

function merged(previous: FieldValue, { value, ...place }: Reading, field: Field): FieldValue {
  const { key } = field;
  // A promise needs an act of the customer, which the rules did not read.
  const state = isOfPromise(field) ? 'unsure' : 'found';
  if (previous.value === null) return { key, state, value, confidence: 0.6, evidence: [place], method };
  if (previous.value === value) return previous;
  return { ...previous, state: 'unsure', confidence: 0.4, evidence: [...previous.evidence, place], otherValue: value };
}

/** Returns the value that the rules read where the model points. */
function confirmed(
  { field: { key }, readings }: OpenField,
  { places, texts }: Proposals,
  turns: readonly ReadTurn[],
): Reading | undefined {
  if (readings === undefined) return saidIn(turns, texts[key]?.trim() ?? '');
  const at = places[key];
  return readings.find(({ turn, start, end }) => turn === at?.turn && start === at.start && end === at.end);
}

/** Returns the customer's last turn that says the words as they are, and neither denies nor asks them. */
function saidIn(turns: readonly ReadTurn[], words: string): Reading | undefined {
  if (words === '') return undefined;
  for (const turn of turns.toReversed()) {
    const start = mayBeCustomers(turn) ? turn.text.toLowerCase().indexOf(words.toLowerCase()) : -1;
    const end = start + words.length;
    const isPart = /[\p{L}\p{N}]/u.test(turn.text.charAt(start - 1)) || /[\p{L}\p{N}]/u.test(turn.text.charAt(end));
    if (start < 0 || isPart) continue;
    const clause = turn.clauses.find((each) => start >= each.start && start < each.end);
    const stands =
      clause !== undefined && isAsserted(clause) && standingIn(turn.text, [{ start, end }])[0] === 'stands';
    return stands && !isOver(turns, turn)
      ? { value: turn.text.slice(start, end), turn: turn.index, start, end }
      : undefined;
  }
  return undefined;
}

/** Returns the outcome if words of the customer support it that are neither a condition nor a doubt. */
function confirmedOutcome(value: Proposals['outcome'], turns: readonly ReadTurn[]): Finding<Outcome> | null {
  const place = value === null ? undefined : supportOf(turns, value === 'interested');
  const clauses = turns[place?.turn ?? -1]?.clauses ?? [];
  if (value === null || place === undefined || clauses.some(({ isConditional, isHedged }) => isConditional || isHedged))
    return null;
  return { value, confidence: 0.6, evidence: [place], method };
}
