import type { Cue } from '../../media/language/analysis.ts';
import type { ActName } from '../../media/reading/acts.ts';
import type { Agreement } from './agreements.ts';
import type { ReadTurn } from './conversation.ts';
import type { Heard } from './field-values.ts';
import { decisionsIn, isProposal, isRefusal, isUndertaking, isWrapUp } from './outcome-features.ts';
import { acceptance } from './outcome-model.ts';
import { declinesTerm } from './refusals.ts';
import { failureIn, resolutionIn } from './resolution.ts';
import type { Evidence, Finding, Outcome, Undecided } from './types.ts';

/**
 * The model means no below `refused` and yes above `accepted`. Between them it was right in about half of the held-out
 * conversations.
 */
const bounds = { accepted: 0.5, refused: 0.44 } as const;

export type OutcomeResult =
  | { readonly found: Finding<Outcome>; readonly undecided: null }
  | { readonly found: null; readonly undecided: Undecided };

/** Returns the outcome of a conversation or, if the words do not show one, the reason. */
export function outcomeOf(heard: Heard): OutcomeResult {
  const { turns } = heard;
  const finding = byRecord(heard) ?? bySteps(heard) ?? unlessOpen(heard, unlessFailed(turns, byDecision(turns)));
  return typeof finding === 'string' ? { found: null, undecided: finding } : { found: finding, undecided: null };
}

/** Treats interest, and a no that follows the failure, as undecided if the agent reported a failure. */
function unlessFailed(turns: readonly ReadTurn[], finding: Finding<Outcome> | Undecided): Finding<Outcome> | Undecided {
  const failure = typeof finding === 'string' ? undefined : failureIn(turns);
  if (typeof finding === 'string' || failure === undefined) return finding;
  const isAfter = finding.evidence.every(({ turn }) => turn > failure.turn);
  return finding.value === 'interested' || isAfter ? 'not_done' : finding;
}

/** Treats a no as undecided if the customer proposed a day or time after it. */
function unlessOpen({ agreements }: Heard, finding: Finding<Outcome> | Undecided): Finding<Outcome> | Undecided {
  if (typeof finding === 'string' || finding.value !== 'no_interest') return finding;
  const refusedTurn = Math.max(...finding.evidence.map(({ turn }) => turn));
  const isOpen = ({ steps }: Agreement): boolean => {
    const last = steps.at(-1);
    return last?.kind === 'proposed' && !last.isAgents && last.turn > refusedTurn;
  };
  return isOpen(agreements.visit) || isOpen(agreements.followUp) ? 'no_clear_answer' : finding;
}

function byRecord({ turns, facts }: Heard): Finding<Outcome> | undefined {
  const record = { confidence: 0.95, method: 'call_record', evidence: [] };
  if (facts.voicemail) return { ...record, value: 'voicemail' };
  if (!facts.connected) return { ...record, value: 'failed' };
  if (facts.transferred) return { ...record, value: 'escalated' };
  const machine = turns
    .slice(0, 3)
    .flatMap((turn) => (turn.speaker === 'agent' ? [] : clausesWith(turn, 'machine')))[0];
  return machine && { value: 'voicemail', confidence: 0.8, evidence: [machine], method: 'rules' };
}

/** Returns the places of the clauses of a turn that do something and do not deny it. */
const clausesWith = ({ index, clauses }: ReadTurn, act: ActName): Evidence[] =>
  clauses
    .filter((clause) => clause.acts.has(act) && (act === 'machine' || (!clause.isNegative && !clause.isQuestion)))
    .map(({ start, end }) => ({ turn: index, start, end }));

const byRules = (value: Outcome, confidence: number, evidence: readonly Evidence[]): Finding<Outcome> => ({
  value,
  confidence,
  evidence,
  method: 'rules',
});

/** Returns an outcome from named steps: a handover, an agreed visit or call, or a completed request. */
function bySteps({ turns, agreements }: Heard): Finding<Outcome> | Undecided | undefined {
  const handed = turns
    .slice(-lastTurns)
    .flatMap((turn) => (turn.speaker === 'customer' ? [] : clausesWith(turn, 'escalates')));
  const last = handed.at(-1);
  if (last !== undefined) return byRules('escalated', 0.7, [last]);
  const { visit, followUp } = agreements;
  for (const [agreement, value] of [
    [visit, 'visit_scheduled'],
    [followUp, 'follow_up_scheduled'],
  ] as const) {
    if (!agreement.isAgreed) continue;
    if (!agreement.isSure) return 'no_clear_answer';
    return byRules(value, 0.85, placesOf(agreement));
  }
  const done = resolutionIn(turns);
  if (done === undefined && visit.steps.at(-1)?.kind === 'deferred') return 'no_clear_answer';
  return done && byRules('resolved', done.confidence, done.evidence);
}

/** A handover is the outcome only at the end of a conversation. */
const lastTurns = 4;

/** Returns the words that state the day and time, and the step that accepted them. */
function placesOf({ day, time, steps }: Agreement): Evidence[] {
  const accepted = steps.findLast(({ kind }) => kind === 'accepted');
  const places = [day, time, accepted].flatMap((one) =>
    one ? [{ turn: one.turn, start: one.start, end: one.end }] : [],
  );
  return places.filter(
    (place, index) => places.findIndex((one) => one.turn === place.turn && one.start === place.start) === index,
  );
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
  if (decisions.length === 0 && !isOffered) return byWords(turns) ?? 'nothing_proposed';
  const p = acceptance(turns);
  if (p > bounds.refused && p < bounds.accepted) return byWords(turns) ?? 'contradictory';
  const isYes = p >= bounds.accepted;
  const evidence = supportOf(turns, isYes);
  if (evidence === undefined) return byWords(turns) ?? 'no_clear_answer';
  const confidence = Math.min(0.9, isYes ? p : 1 - p);
  return { value: isYes ? 'interested' : 'no_interest', confidence, evidence: [evidence], method: 'model' };
}

const answersNo = ({ question, clauses }: ReadTurn): boolean =>
  question !== undefined &&
  isProposal(question.text) &&
  clauses.some(({ isNegative, acts }) => isNegative || acts.has('declines'));

const wordsOfDecision = ['refuses', 'renounces', 'optOut', 'interested'] as const;

/** Returns what the customer's last plain words of interest or refusal say. */
function byWords(turns: readonly ReadTurn[]): Finding<Outcome> | undefined {
  for (const turn of turns.toReversed()) {
    const { index, speaker, clauses } = turn;
    if (speaker === 'agent' || isWrapUp(turn, turns)) continue;
    const clause = clauses.findLast(
      ({ acts, isQuestion }) => !isQuestion && wordsOfDecision.some((act) => acts.has(act)),
    );
    if (clause === undefined && answersNo(turn)) return undefined;
    if (clause === undefined) continue;
    const { start, end, isNegative, isConditional, isHedged, acts } = clause;
    if (isConditional || isHedged || acts.has('defers')) return undefined;
    const isNo = isNegative || acts.has('refuses') || acts.has('renounces') || acts.has('optOut');
    if (isNo && declinesTerm(turn, turns)) return undefined;
    const value = isNo ? 'no_interest' : 'interested';
    return byRules(value, 0.6, [{ turn: index, start, end }]);
  }
  return undefined;
}

/** Returns the customer's last words that say yes, or no. */
export function supportOf(turns: readonly ReadTurn[], isYes: boolean): Evidence | undefined {
  const decision = decisionsIn(turns).findLast(({ weight }) => weight > 0 === isYes);
  if (decision !== undefined) {
    const cues: readonly Cue[] = isYes ? ['commit', 'interest', 'affirm'] : ['refuse', 'optOut', 'deny'];
    const hit = decision.turn.cues.find(({ cue }) => cues.includes(cue));
    const { index, text } = decision.turn;
    return { turn: index, start: hit?.start ?? 0, end: hit?.end ?? text.length };
  }
  for (const turn of turns.toReversed()) {
    const { index, speaker, sentences } = turn;
    if (speaker === 'agent' || (!isYes && (declinesTerm(turn, turns) || isWrapUp(turn, turns)))) continue;
    const sentence = sentences.findLast(({ text }) => (isYes ? isUndertaking(text) : isRefusal(text)));
    if (sentence !== undefined) return { turn: index, start: sentence.start, end: sentence.end };
  }
  return undefined;
}
