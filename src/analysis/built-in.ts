import type { Cue } from '../../media/language/analysis.ts';
import { patternOf } from '../../media/language/match.ts';
import type { ReadTurn } from './conversation.ts';
import { notMentioned } from './field-values.ts';
import type { Evidence, Facts, FieldValue, Finding, Outcome } from './types.ts';

const wrongNumber = patternOf(({ analysis }) => analysis?.builtIn.wrongNumber);

/** Keys of the fields present in every installation, each found by its own rules. */
export const builtInKeys = ['outcome', 'disposition', 'next_action'] as const;

const dispositions = [
  'reached',
  'voicemail',
  'not_reached',
  'callback_requested',
  'wrong_number',
  'do_not_call',
] as const;
type Disposition = (typeof dispositions)[number];

export function builtInValues(
  turns: readonly ReadTurn[],
  outcome: Finding<Outcome> | null,
  facts: Facts,
): ReadonlyMap<string, FieldValue> {
  return new Map([
    ['outcome', outcome === null ? notMentioned('outcome') : { key: 'outcome', state: 'found', ...outcome }],
    ['disposition', dispositionOf(turns, facts)],
    ['next_action', nextActionOf(turns)],
  ]);
}

function dispositionOf(turns: readonly ReadTurn[], facts: Facts): FieldValue {
  const finding = (value: Disposition, confidence: number, ...evidence: Evidence[]): FieldValue => ({
    key: 'disposition',
    state: 'found',
    value,
    confidence,
    evidence,
    method: evidence.length === 0 ? 'call_record' : 'rules',
  });
  if (facts.voicemail) return finding('voicemail', 0.95);
  if (!facts.connected) return finding('not_reached', 0.95);
  const theirs = turns.filter(({ speaker }) => speaker !== 'agent');
  const optOut = hitIn(theirs, 'optOut');
  if (optOut !== undefined) return finding('do_not_call', 0.85, optOut);
  const wrong = theirs.flatMap(({ index, text }) => {
    const match = wrongNumber.exec(text);
    return match === null ? [] : [{ turn: index, start: match.index, end: match.index + match[0].length }];
  })[0];
  if (wrong !== undefined) return finding('wrong_number', 0.8, wrong);
  const callback = hitIn(theirs, 'followUp');
  if (callback !== undefined) return finding('callback_requested', 0.6, callback);
  const [first] = theirs;
  return first === undefined
    ? notMentioned('disposition')
    : finding('reached', 0.7, { turn: first.index, start: 0, end: first.text.length });
}

/** Returns the last sentence that states what somebody is going to do. */
function nextActionOf(turns: readonly ReadTurn[]): FieldValue {
  for (const { index, sentences, text } of turns.toReversed()) {
    const sentence = sentences.findLast(
      ({ cues, isQuestion, stems }) =>
        !isQuestion && stems.length >= 2 && cues.some(({ cue }) => cue === 'followUp' || cue === 'visit'),
    );
    if (sentence === undefined) continue;
    const { start, end } = sentence;
    const nextAction = { key: 'next_action', state: 'found', value: text.slice(start, end), method: 'rules' } as const;
    return { ...nextAction, confidence: 0.6, evidence: [{ turn: index, start, end }] };
  }
  return notMentioned('next_action');
}

function hitIn(turns: readonly ReadTurn[], cue: Cue): Evidence | undefined {
  for (const { index, cues } of turns) {
    const hit = cues.find((each) => each.cue === cue);
    if (hit !== undefined) return { turn: index, start: hit.start, end: hit.end };
  }
  return undefined;
}
