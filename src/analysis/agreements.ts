import { patternOf } from '../../media/language/match.ts';
import type { Clause } from '../../media/reading/acts.ts';
import type { Moment } from '../../media/reading/moments.ts';
import type { ReadTurn } from './conversation.ts';
import { momentsOf, standingOf } from './moments-of-turn.ts';
import { declinesTerm } from './refusals.ts';
import type { Evidence, Facts } from './types.ts';

type AgreementKind = 'visit' | 'followUp';

/** What happened to an agreement. */
type StepKind = 'proposed' | 'accepted' | 'declined' | 'deferred' | 'unavailable' | 'cancelled';

export interface Step extends Evidence {
  readonly kind: StepKind;
  readonly isAgents: boolean;
}

/** A visit or call with its history: the last step is what stands. */
export interface Agreement {
  readonly kind: AgreementKind;
  /** Whether both sides agreed on it, and nothing later takes it back. */
  readonly isAgreed: boolean;
  /** False for a hedged acceptance: "I think that works". */
  readonly isSure: boolean;
  /** Whether the words still propose it, without an answer. */
  readonly isOpen: boolean;
  readonly day: Stated | undefined;
  readonly time: Stated | undefined;
  /** The customer's day or time, if the agent last named another and nobody accepted it. */
  readonly contested: Pick<Agreement, 'day' | 'time'> | undefined;
  readonly steps: readonly Step[];
}

/** A day or time with the words that state it. */
export interface Stated extends Evidence {
  readonly value: string;
}

interface Plan {
  readonly kind: AgreementKind;
  /** `open` after a no to a day or time alone: either side may name another. */
  status: 'none' | 'proposed' | 'open' | 'agreed' | 'over' | 'cancelled';
  /** Side whose proposal waits for an answer. */
  isAgents: boolean;
  isSure: boolean;
  day: Stated | undefined;
  time: Stated | undefined;
  contested: Agreement['contested'];
  /** Whether our side has said that it is booked. */
  isBooked: boolean;
  readonly steps: Step[];
}

const newPlan = (kind: AgreementKind): Plan => ({
  kind,
  status: 'none',
  isAgents: false,
  isSure: true,
  day: undefined,
  time: undefined,
  contested: undefined,
  isBooked: false,
  steps: [],
});

interface Said {
  readonly turn: ReadTurn;
  readonly clause: Clause;
  /** Moments of the clause that it does not deny. */
  readonly moments: readonly Moment[];
  readonly isAgents: boolean;
  /** Whether a no of the turn declines a day or time alone. */
  readonly isTerm: boolean;
}

interface Talk {
  readonly plans: Readonly<Record<AgreementKind, Plan>>;
  /** What the talk is about: a clause with a day alone belongs to it. */
  topic: AgreementKind | undefined;
}

/** Returns the visit and the call that a conversation speaks of, with what stands at its end. */
export function agreementsIn(turns: readonly ReadTurn[], facts: Facts): Readonly<Record<AgreementKind, Agreement>> {
  const talk: Talk = { plans: { visit: newPlan('visit'), followUp: newPlan('followUp') }, topic: undefined };
  for (const turn of turns) {
    // "I have Monday or Friday, for the tour": what the days are for may come last.
    talk.topic ??= turn.clauses.map(topicOf).find((kind) => kind !== undefined);
    const moments = momentsOf(turn, facts);
    const standings = standingOf(turn, facts);
    const standing = moments.filter((_, index) => standings[index] === 'stands');
    for (const clause of turn.clauses) {
      const own = standing.filter(({ start }) => start >= clause.start && start < clause.end);
      const isTerm = turn.speaker !== 'agent' && declinesTerm(turn, turns);
      hear(talk, { turn, clause, moments: own, isAgents: turn.speaker === 'agent', isTerm });
    }
  }
  return { visit: agreementOf(talk.plans.visit), followUp: agreementOf(talk.plans.followUp) };
}

const agreementOf = ({ kind, status, isSure, day, time, contested, steps }: Plan): Agreement => ({
  kind,
  isAgreed: status === 'agreed' && (day !== undefined || time !== undefined),
  isOpen: status === 'proposed',
  isSure,
  day,
  time,
  contested,
  steps,
});

/** Returns what a clause is about: its own words decide, then the topic of the talk. */
function kindOf(clause: Clause): AgreementKind | undefined {
  if (clause.acts.has('meets')) return 'visit';
  return clause.acts.has('calls') ? 'followUp' : undefined;
}

const topicOf = (clause: Clause): AgreementKind | undefined =>
  clause.isPast || clause.isReported || clause.isNegative || clause.isOthers ? undefined : kindOf(clause);

/** Acts that change a plan now, also in the past tense: "it was not possible". */
const current = ['cancels', 'cancelled', 'books', 'moves', 'noSlot'] as const;

function hear(talk: Talk, said: Said): void {
  const { clause } = said;
  // A no to "Anything else?" declines nothing.
  if (clause.isReported || (clause.isOthers && !said.isAgents) || clause.acts.has('wrapsUp')) return;
  const namedKind = kindOf(clause);
  if (clause.acts.has('optOut')) {
    for (const plan of Object.values(talk.plans)) end(plan, said, 'cancelled');
    return;
  }
  // "I missed my visit" and "how was your visit?" plan nothing.
  if (clause.isPast && !current.some((act) => clause.acts.has(act))) return;
  if (namedKind !== undefined) talk.topic = namedKind;
  const kind = namedKind ?? talk.topic;
  if (kind === undefined) return;
  const plan = talk.plans[kind];
  if (said.isAgents) hearAgent(plan, said, namedKind !== undefined);
  else hearCustomer(plan, said, namedKind !== undefined);
}

/** Ends a plan with the step that did so. */
function end(plan: Plan, said: Said, kind: StepKind): void {
  if (plan.status === 'none' && kind !== 'cancelled') return;
  plan.status = kind === 'cancelled' ? 'cancelled' : kind === 'declined' && said.isTerm ? 'open' : 'over';
  note(plan, said, kind);
}

function note(plan: Plan, { turn, clause, isAgents }: Said, kind: StepKind): void {
  plan.steps.push({ turn: turn.index, start: clause.start, end: clause.end, kind, isAgents });
}

/** "Half past seven in the evening" stays so when it is repeated as "seven thirty". */
const isTwelveApart = (a: string | undefined, b: string): boolean =>
  a !== undefined && a.slice(3) === b.slice(3) && Math.abs(Number(a.slice(0, 2)) - Number(b.slice(0, 2))) === 12;

/** "Thursday next week" stays so when it is repeated as "Thursday". */
const isSameWeekday = (day: Stated | undefined, { text }: ReadTurn, moment: Moment): boolean =>
  day !== undefined &&
  moment.day !== undefined &&
  !namesWeek.test(text.slice(moment.start, moment.end)) &&
  (Date.parse(moment.day) - Date.parse(day.value)) % weekMs === 0;

const namesWeek = patternOf(({ reading }) => reading?.dates?.namesWeek);
const weekMs = 7 * 86_400_000;

function set(plan: Plan, { moments, turn }: Said): void {
  for (const moment of moments) {
    const { day, time, start, end } = moment;
    const at = { turn: turn.index, start, end };
    if (day !== undefined && !isSameWeekday(plan.day, turn, moment)) plan.day = { value: day, ...at };
    if (time !== undefined && !isTwelveApart(plan.time?.value, time)) plan.time = { value: time, ...at };
  }
}

function propose(plan: Plan, said: Said): void {
  if (plan.status === 'cancelled') [plan.day, plan.time] = [undefined, undefined];
  const isCustomers = plan.status === 'agreed' || (plan.status === 'proposed' && !plan.isAgents);
  const isDispute = isCustomers && said.isAgents && isOther(plan, said);
  plan.contested = isDispute ? { day: plan.day, time: plan.time } : undefined;
  set(plan, said);
  plan.status = 'proposed';
  plan.isAgents = said.isAgents;
  note(plan, said, 'proposed');
}

function agree(plan: Plan, said: Said): void {
  set(plan, said);
  plan.isBooked = said.isAgents && said.clause.acts.has('books');
  plan.contested = undefined;
  plan.isSure = !said.clause.isHedged;
  plan.status = 'agreed';
  note(plan, said, 'accepted');
}

/** Whether the clause names a day or time other than the plan's. */
const isOther = (plan: Plan, { moments, turn }: Said): boolean =>
  moments.some(
    (moment) =>
      (moment.day !== undefined &&
        plan.day !== undefined &&
        moment.day !== plan.day.value &&
        !isSameWeekday(plan.day, turn, moment)) ||
      (moment.time !== undefined &&
        plan.time !== undefined &&
        moment.time !== plan.time.value &&
        !isTwelveApart(plan.time.value, moment.time)),
  );

function hearCustomer(plan: Plan, said: Said, isNamed: boolean): void {
  const { clause, moments } = said;
  const { acts } = clause;
  const waits = plan.status === 'proposed' && plan.isAgents;
  const isMove = acts.has('moves') && !clause.isNegative;
  // "Please book nothing yet" takes nothing back.
  const isOff = (acts.has('cancels') || (clause.isNegative && isNamed)) && !acts.has('defers');
  if (!isMove && !clause.isQuestion && isOff) return end(plan, said, 'cancelled');
  if (isMove && (moments.length > 0 || isNamed)) return propose(plan, said);
  if (clause.isConditional && !clause.isQuestion) return end(plan, said, 'deferred');
  if (acts.has('defers') && !clause.isQuestion && (waits || plan.status === 'agreed' || clause.isHedged))
    return end(plan, said, 'deferred');
  if (waits && moments.length === 0 && (acts.has('declines') || acts.has('refuses') || clause.isNegative))
    return end(plan, said, 'declined');
  if (waits && !clause.isQuestion && !clause.isNegative) {
    if (moments.length > 0 && isOther(plan, said)) return propose(plan, said);
    if (acts.has('accepts') || acts.has('books') || (moments.length > 0 && !acts.has('existing')))
      return agree(plan, said);
  }
  if (clause.isNegative || acts.has('existing')) return;
  if (plan.status === 'agreed' && moments.length > 0 && (!clause.isQuestion || acts.has('requests'))) {
    if (isOther(plan, said)) propose(plan, said);
    else set(plan, said);
    return;
  }
  const wants = acts.has('requests') || acts.has('offers');
  if (isNamed && (wants || (!clause.isQuestion && moments.length > 0))) return propose(plan, said);
  const isOpen = plan.status === 'proposed' || plan.status === 'open' || plan.status === 'over';
  if (moments.length > 0 && isOpen && (wants || !clause.isQuestion)) propose(plan, said);
}

function hearAgent(plan: Plan, said: Said, isNamed: boolean): void {
  const { clause, moments } = said;
  const { acts } = clause;
  const waits = plan.status === 'proposed' && !plan.isAgents;
  if (acts.has('cancelled') && !clause.isNegative && !clause.isQuestion) return end(plan, said, 'cancelled');
  if (acts.has('noSlot') || (clause.isFailed && !clause.isQuestion)) return end(plan, said, 'unavailable');
  if (clause.isNegative && !clause.isQuestion) {
    // "I'd love to, but there is no way I can arrange it", "Tuesday? Certainly not."
    const last = plan.steps.at(-1);
    const isOwn = last?.isAgents === true && last.turn === said.turn.index;
    if ((waits || isOwn) && (isNamed || acts.has('declines') || acts.has('closes'))) end(plan, said, 'unavailable');
    return;
  }
  // A read-back adds what was left open.
  if (plan.status === 'agreed' && moments.length > 0 && !isOther(plan, said)) return set(plan, said);
  if (clause.isQuestion || acts.has('offers')) {
    // "Would you like to go ahead with the booking?": what sounded good so far waits for an answer.
    const asksToBook =
      clause.isQuestion && acts.has('closes') && acts.has('offers') && plan.status === 'agreed' && !plan.isBooked;
    if (asksToBook && moments.length === 0) return propose(plan, said);
    const isOffer = moments.length > 0 || (isNamed && acts.has('offers'));
    // "Saturday at eight, is that right?" repeats what was agreed on.
    if (isOffer && !(plan.status === 'agreed' && !isOther(plan, said))) propose(plan, said);
    return;
  }
  const isReady =
    plan.status === 'proposed' ||
    (plan.status === 'open' && moments.length > 0) ||
    (isNamed && moments.length > 0 && plan.status !== 'over' && plan.status !== 'cancelled');
  if ((waits || (plan.status === 'agreed' && (isNamed || acts.has('books')))) && isOther(plan, said))
    return propose(plan, said);
  if (acts.has('books') && isReady && !clause.isConditional) return agree(plan, said);
  if (waits && moments.length > 0) return agree(plan, said);
  if (waits && plan.day !== undefined && acts.has('accepts')) return agree(plan, said);
  if (plan.status === 'proposed' && plan.isAgents && moments.length > 0) return propose(plan, said);
  if (isNamed && moments.length > 0 && plan.status !== 'agreed' && !acts.has('existing')) propose(plan, said);
}
