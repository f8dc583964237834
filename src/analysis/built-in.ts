import { patternOf } from '../../media/language/match.ts';
import { type Clause, isStated } from '../../media/reading/acts.ts';
import type { ReadTurn } from './conversation.ts';
import { type Heard, notMentioned } from './field-values.ts';
import type { Evidence, FieldValue, Finding, Outcome } from './types.ts';

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

export function builtInValues(heard: Heard, outcome: Finding<Outcome> | null): ReadonlyMap<string, FieldValue> {
  return new Map([
    ['outcome', outcome === null ? notMentioned('outcome') : { key: 'outcome', state: 'found', ...outcome }],
    ['disposition', dispositionOf(heard)],
    ['next_action', nextActionOf(heard)],
  ]);
}

function dispositionOf({ turns, facts }: Heard): FieldValue {
  const found = (value: Disposition, confidence: number, ...evidence: Evidence[]): FieldValue => ({
    key: 'disposition',
    state: 'found',
    value,
    confidence,
    evidence,
    method: evidence.length === 0 ? 'call_record' : 'rules',
  });
  if (facts.voicemail) return found('voicemail', 0.95);
  if (!facts.connected) return found('not_reached', 0.95);
  const theirs = turns.filter(({ speaker }) => speaker !== 'agent');
  const optOut = clauseIn(theirs, ({ acts }) => acts.has('optOut'));
  if (optOut !== undefined) return found('do_not_call', 0.85, optOut);
  const wrong = theirs.flatMap(({ index, text }) => {
    const match = wrongNumber.exec(text);
    return match === null ? [] : [{ turn: index, start: match.index, end: match.index + match[0].length }];
  })[0];
  if (wrong !== undefined) return found('wrong_number', 0.8, wrong);
  const callback = clauseIn(theirs, ({ acts, isNegative }) => acts.has('calls') && !isNegative);
  if (callback !== undefined) return found('callback_requested', 0.6, callback);
  const [first] = theirs;
  return first === undefined
    ? notMentioned('disposition')
    : found('reached', 0.7, { turn: first.index, start: 0, end: first.text.length });
}

/** Returns the last sentence that states what somebody is going to do, unless the conversation takes it back. */
function nextActionOf({ turns, agreements }: Heard): FieldValue {
  const takenBack = Object.values(agreements).flatMap(({ isAgreed, isOpen, steps }) =>
    isAgreed || isOpen ? [] : steps.map(({ turn }) => turn),
  );
  for (const { index, sentences, clauses, text } of turns.toReversed()) {
    if (takenBack.includes(index)) continue;
    const sentence = sentences.findLast(({ start, end, stems }) => {
      const own = clauses.filter((clause) => clause.start >= start && clause.end <= end);
      return stems.length >= 2 && own.some(isPlanned) && own.every((clause) => isStated(clause) && !clause.isNegative);
    });
    if (sentence === undefined) continue;
    const { start, end } = sentence;
    const said = { key: 'next_action', state: 'found', value: text.slice(start, end), method: 'rules' } as const;
    return { ...said, confidence: 0.6, evidence: [{ turn: index, start, end }] };
  }
  return notMentioned('next_action');
}

const isPlanned = ({ acts, isPast, isOthers }: Clause): boolean =>
  (acts.has('meets') || acts.has('calls')) && !acts.has('cancels') && !isPast && !isOthers;

function clauseIn(turns: readonly ReadTurn[], is: (clause: Clause) => boolean): Evidence | undefined {
  for (const { index, clauses } of turns) {
    const clause = clauses.find(is);
    if (clause !== undefined) return { turn: index, start: clause.start, end: clause.end };
  }
  return undefined;
}
