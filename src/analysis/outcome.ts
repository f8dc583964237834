import * as chrono from 'chrono-node';
import type { ReadTurn } from './conversation.ts';
import type { Cue } from './english-cues.ts';
import { polarityOf } from './polarity.ts';
import type { Evidence, Facts, Finding, Outcome } from './types.ts';

/** What a decision still counts after one that follows it. */
const fading = 0.55;
const decided = 0.3;

/** What became of a conversation; null where its words do not tell. */
export function outcomeOf(turns: readonly ReadTurn[], facts: Facts): Finding<Outcome> | null {
  return byRecord(turns, facts) ?? byWords(turns);
}

function byRecord(turns: readonly ReadTurn[], facts: Facts): Finding<Outcome> | null {
  const record = { confidence: 0.95, method: 'call_record', evidence: [] };
  if (facts.voicemail) return { ...record, value: 'voicemail' };
  if (!facts.connected) return { ...record, value: 'failed' };
  if (facts.transferred) return { ...record, value: 'escalated' };
  const machine = turns.slice(0, 3).find((turn) => turn.speaker !== 'agent' && has(turn, 'voicemail'));
  if (machine === undefined) return null;
  return { value: 'voicemail', confidence: 0.8, evidence: [spanOf(machine, 'voicemail')], method: 'rules' };
}

function byWords(turns: readonly ReadTurn[]): Finding<Outcome> | null {
  const decisions = decisionsIn(turns);
  const score = decisions.reduce(
    (sum, { weight }, index) => sum + weight * fading ** (decisions.length - 1 - index),
    0,
  );
  const found = (value: Outcome, confidence: number, ...evidence: Evidence[]): Finding<Outcome> => ({
    ...{ value, confidence, evidence, method: 'rules' },
  });
  const handed = turns.findLast(
    (turn) => turn.speaker !== 'customer' && has(turn, 'escalate') && !hasCue(turn, 'cannot'),
  );
  if (handed !== undefined && turns.length - handed.index <= 4)
    return found('escalated', 0.7, spanOf(handed, 'escalate'));
  const last = decisions.at(-1);
  const evidence = last === undefined ? [] : [last.evidence];
  const refused = score < -decided && last !== undefined;
  const visit = agreedOn(turns, 'visit');
  if (visit !== undefined && !refused) return found('visit_scheduled', 0.7, ...visit);
  const followUp = agreedOn(turns, 'followUp');
  if (followUp !== undefined && !refused) return found('follow_up_scheduled', 0.65, ...followUp);
  const done = resolutionIn(turns);
  if (done !== undefined) return found('resolved', 0.7, ...done);
  if (last === undefined) return null;
  const confidence = Math.min(0.9, 0.5 + Math.abs(score) / 4);
  if (score > decided) return found('interested', confidence, ...evidence);
  return refused ? found('no_interest', confidence, ...evidence) : null;
}

const has = (turn: ReadTurn, cue: Cue): boolean => turn.cues.some((hit) => hit.cue === cue);
const hasCue = has;

function spanOf(turn: ReadTurn, cue: Cue): Evidence {
  const hit = turn.cues.find((each) => each.cue === cue);
  return { turn: turn.index, start: hit?.start ?? 0, end: hit?.end ?? turn.text.length };
}

interface Decision {
  readonly weight: number;
  readonly evidence: Evidence;
}

/** Where the customer takes or turns down what is offered: by phrases, or by yes and no to a proposal. */
function decisionsIn(turns: readonly ReadTurn[]): Decision[] {
  return turns.flatMap((turn): Decision[] => {
    if (turn.speaker === 'agent') return [];
    const weight = weightOf(turn);
    if (weight === 0) return [];
    const cue = turn.cues.find(({ cue: each }) => (weight > 0 ? isFor(each) : isAgainst(each)));
    return [{ weight, evidence: { turn: turn.index, start: cue?.start ?? 0, end: cue?.end ?? turn.text.length } }];
  });
}

const isFor = (cue: Cue): boolean => cue === 'commit' || cue === 'interest' || cue === 'affirm';
const isAgainst = (cue: Cue): boolean => cue === 'refuse' || cue === 'optOut' || cue === 'deny';

function weightOf(turn: ReadTurn): number {
  if (has(turn, 'optOut')) return -2;
  const commits = has(turn, 'commit');
  const refuses = has(turn, 'refuse');
  if (commits !== refuses) return commits ? 1.2 : -1.2;
  const { question } = turn;
  const proposes = question !== undefined && isProposal(question.text);
  if (proposes) {
    const polarity = polarityOf(turn);
    if (polarity !== undefined) return polarity.isYes ? 1 : -1;
  }
  return has(turn, 'interest') ? 0.3 : 0;
}

/** Whether a question offers something, rather than asks for information. */
const isProposal = (question: string): boolean =>
  /\b(?:would you (?:like|be|consider|want|mind)|do you want|are you (?:interested|willing|able)|can (?:i|we) (?:put|sign|book|count|schedule)|shall (?:i|we)|should (?:i|we)|could you (?:spare|give)|will you|how about|what about|want to|interested in)\b/i.test(
    question,
  );

/** A turn of either side that speaks of it with a day or time, and that the other side does not turn down. */
function agreedOn(turns: readonly ReadTurn[], cue: 'visit' | 'followUp'): Evidence[] | undefined {
  for (const turn of turns.toReversed()) {
    if (!has(turn, cue)) continue;
    const near = turns.slice(turn.index, turn.index + 3);
    const isDated = turns
      .slice(Math.max(0, turn.index - 2), turn.index + 3)
      .some(({ text }) =>
        chrono
          .parse(text)
          .some(({ start }) => start.isCertain('weekday') || start.isCertain('day') || start.isCertain('hour')),
      );
    const reply = near.find(({ speaker }) => speaker !== turn.speaker);
    const isTurnedDown = near.some((each) => has(each, 'refuse') || has(each, 'optOut'));
    const isSettled = turn.speaker === 'customer' || (reply !== undefined && polarityOf(reply)?.isYes !== false);
    if (isTurnedDown || !isSettled || !isDated) continue;
    const evidence = [spanOf(turn, cue)];
    return reply === undefined ? evidence : [...evidence, { turn: reply.index, start: 0, end: reply.text.length }];
  }
  return undefined;
}

/** The agent says that it is done, and the customer has no complaint afterwards. */
function resolutionIn(turns: readonly ReadTurn[]): Evidence[] | undefined {
  const done = turns.findLast((turn) => turn.speaker !== 'customer' && has(turn, 'complete'));
  if (done === undefined) return undefined;
  const after = turns.slice(done.index + 1).filter(({ speaker }) => speaker !== 'agent');
  const isDenied = after.some((turn) => has(turn, 'problem') || (turn.question !== undefined && has(turn, 'refuse')));
  if (isDenied) return undefined;
  const accepted = after.find((turn) => has(turn, 'thanks') || has(turn, 'affirm') || has(turn, 'closing'));
  return accepted === undefined
    ? undefined
    : [spanOf(done, 'complete'), { turn: accepted.index, start: 0, end: accepted.text.length }];
}
