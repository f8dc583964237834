import type { Transcript } from '../transcripts/transcript.ts';
import { agreementsIn } from './agreements.ts';
import { builtInValues } from './built-in.ts';
import { type ReadTurn, readConversation } from './conversation.ts';
import { fieldValueOf, notMentioned } from './field-values.ts';
import { measuredScoreOf } from './measured-scores.ts';
import { outcomeOf } from './outcome.ts';
import { sentimentOf } from './sentiment.ts';
import { summaryOf } from './summary.ts';
import type { Analysis, Facts, Field, FieldValue } from './types.ts';

/** Increment with every rule change that may change a result. */
const rulesVersion = 'rules-8';

/**
 * Analyses a transcript without a language model. Deterministic; every value cites its supporting passages. A one-hour
 * conversation takes about 50 ms.
 */
export function analyse(transcript: Transcript, fields: readonly Field[], facts: Facts): Analysis {
  const turns: readonly ReadTurn[] = readConversation(transcript);
  const agreements = agreementsIn(turns, facts);
  const heard = { turns, facts, agreements };
  const result = outcomeOf(heard);
  const { found: outcome, undecided } = result;
  const sentiment = sentimentOf(turns);
  const summary = summaryOf(turns);
  const builtIn = builtInValues(heard, outcome);
  const answerTo = (field: Field): FieldValue => {
    const { type, measure } = field;
    if (type !== 'score' || !measure) return builtIn.get(field.key) ?? fieldValueOf(heard, field);
    return measuredScoreOf(measure, field, { turns, facts, result });
  };
  return {
    version: rulesVersion,
    fields: fields.map((field) =>
      isAsked(field, facts) ? answerTo(field) : { ...notMentioned(field.key), method: 'not_asked' },
    ),
    outcome,
    undecided,
    sentiment,
    summary,
  };
}

/** Returns whether a field's conditions apply to a conversation. An unknown duration satisfies `minSeconds`. */
export function isAsked({ onlyIfConnected = false, minSeconds = 0 }: Field, facts: Facts): boolean {
  if (onlyIfConnected && (!facts.connected || facts.voicemail)) return false;
  return (facts.durationMs ?? Number.POSITIVE_INFINITY) >= minSeconds * 1000;
}
