import type { Cue } from '../../media/language/analysis.ts';
import type { ReadTurn } from './conversation.ts';
import { momentsOf } from './moments-of-turn.ts';
import { decisionsIn, isProposal, isRefusal, isUndertaking } from './outcome-features.ts';
import { acceptance } from './outcome-model.ts';
import { polarityOf } from './polarity.ts';
import { failureIn, resolutionIn } from './resolution.ts';
import type { Evidence, Facts, Finding, Outcome, Undecided } from './types.ts';

/**
 * The model means no below `refused` and yes above `accepted`. Between them it was right in about half of the held-out
 * conversations.
 */
const bounds = { accepted: 0.5, refused: 0.44 } as const;

export type OutcomeResult =
  | { readonly found: Finding<Outcome>; readonly undecided: null }
  | { readonly found: null; readonly undecided: Undecided };

/** Returns the outcome of a conversation or, if the words do not show one, the reason. */
export function outcomeOf(turns: readonly ReadTurn[], facts: Facts): OutcomeResult {
  const finding = byRecord(turns, facts) ?? bySteps(turns, facts) ?? unlessFailed(turns, byDecision(turns));
  return typeof finding === 'string' ? { found: null, undecided: finding } : { found: finding, undecided: null };
}

/** Treats interest as undecided if the agent then reported a failure. */
const unlessFailed = (
  turns: readonly ReadTurn[],
  finding: Finding<Outcome> | Undecided,
): Finding<Outcome> | Undecided =>
  typeof finding !== 'string' && finding.value === 'interested' && failureIn(turns) !== undefined
    ? 'not_done'
    : finding;

function byRecord(turns: readonly ReadTurn[], facts: Facts): Finding<Outcome> | undefined {
  const record = { confidence: 0.95, method: 'call_record', evidence: [] };
  if (facts.voicemail) return { ...record, value: 'voicemail' };
  if (!facts.connected) return { ...record, value: 'failed' };
  if (facts.transferred) return { ...record, value: 'escalated' };
  const machine = turns.slice(0, 3).find((turn) => turn.speaker !== 'agent' && has(turn, 'voicemail'));
  if (machine === undefined) return undefined;
  return { value: 'voicemail', confidence: 0.8, evidence: [spanOf(machine, 'voicemail')], method: 'rules' };
}

const byRules = (value: Outcome, confidence: number, evidence: readonly Evidence[]): Finding<Outcome> => ({
  value,
  confidence,
  evidence,
  method: 'rules',
});

/** Returns an outcome from named steps: a handover, an agreed visit or call, or a completed request. */
function bySteps(turns: readonly ReadTurn[], facts: Facts): Finding<Outcome> | undefined {
  const handed = turns.findLast((turn) => turn.speaker !== 'customer' && has(turn, 'escalate') && !has(turn, 'cannot'));
  if (handed !== undefined && turns.length - handed.index <= 4)
    return byRules('escalated', 0.7, [spanOf(handed, 'escalate')]);
  const refusal = decisionsIn(turns).findLast(({ weight }) => weight < 0)?.turn.index ?? -1;
  const lastNo = Math.max(refusal, failureIn(turns)?.turn ?? -1);
  const stands = (evidence: readonly Evidence[] | undefined): evidence is readonly Evidence[] =>
    evidence?.some(({ turn }) => turn > lastNo) ?? false;
  const visit = agreedOn(turns, 'visit', facts);
  if (stands(visit)) return byRules('visit_scheduled', 0.7, visit);
  const followUp = agreedOn(turns, 'followUp', facts);
  if (stands(followUp)) return byRules('follow_up_scheduled', 0.65, followUp);
  const done = resolutionIn(turns);
  return done && byRules('resolved', done.confidence, done.evidence);
}

const has = (turn: ReadTurn, cue: Cue): boolean => turn.cues.some((hit) => hit.cue === cue);

function spanOf(turn: ReadTurn, cue: Cue): Evidence {
  const hit = turn.cues.find((each) => each.cue === cue);
  return { turn: turn.index, start: hit?.start ?? 0, end: hit?.end ?? turn.text.length };
}

/**
 * Decides with the fitted model whether the customer accepted the proposal; the evidence is the customer's decisive
 * words.
 */
function byDecision(turns: readonly ReadTurn[]): Finding<Outcome> | Undecided {
  const decisions = decisionsIn(turns);
  const isOffered = turns.some(({ speaker, sentences }) =>
    speaker === 'agent'
      ? sentences.some(({ text }) => isProposal(text))
      : sentences.some(({ text }) => isUndertaking(text)),
  );
  if (!turns.some(({ speaker }) => speaker !== 'agent')) return 'customer_silent';
  if (decisions.length === 0 && !isOffered) return 'nothing_proposed';
  const p = acceptance(turns);
  if (p > bounds.refused && p < bounds.accepted) return 'contradictory';
  const isYes = p >= bounds.accepted;
  const evidence = supportOf(turns, isYes);
  if (evidence === undefined) return 'no_clear_answer';
  const confidence = Math.min(0.9, isYes ? p : 1 - p);
  return { value: isYes ? 'interested' : 'no_interest', confidence, evidence: [evidence], method: 'model' };
}

/** Returns the customer's last words that say yes, or no. */
function supportOf(turns: readonly ReadTurn[], isYes: boolean): Evidence | undefined {
  const decision = decisionsIn(turns).findLast(({ weight }) => weight > 0 === isYes);
  if (decision !== undefined) {
    const cues: readonly Cue[] = isYes ? ['commit', 'interest', 'affirm'] : ['refuse', 'optOut', 'deny'];
    const hit = decision.turn.cues.find(({ cue }) => cues.includes(cue));
    const { index, text } = decision.turn;
    return { turn: index, start: hit?.start ?? 0, end: hit?.end ?? text.length };
  }
  for (const { index, speaker, sentences } of turns.toReversed()) {
    if (speaker === 'agent') continue;
    const sentence = sentences.findLast(({ text }) => (isYes ? isUndertaking(text) : isRefusal(text)));
    if (sentence !== undefined) return { turn: index, start: sentence.start, end: sentence.end };
  }
  return undefined;
}

/** Returns the last turn, of either side, that mentions a visit or follow-up near a day or time and is not declined. */
function agreedOn(turns: readonly ReadTurn[], cue: 'visit' | 'followUp', facts: Facts): Evidence[] | undefined {
  for (const turn of turns.toReversed()) {
    if (!has(turn, cue)) continue;
    const near = turns.slice(turn.index, turn.index + 3);
    const around = turns.slice(Math.max(0, turn.index - 2), turn.index + 3);
    const reply = near.find(({ speaker }) => speaker !== turn.speaker);
    const isTurnedDown = near.some((each) => has(each, 'refuse') || has(each, 'optOut'));
    const isSettled = turn.speaker === 'customer' || (reply !== undefined && polarityOf(reply)?.isYes !== false);
    if (isTurnedDown || !isSettled || !around.some((each) => momentsOf(each, facts).length > 0)) continue;
    const evidence = [spanOf(turn, cue)];
    return reply === undefined ? evidence : [...evidence, { turn: reply.index, start: 0, end: reply.text.length }];
  }
  return undefined;
}
