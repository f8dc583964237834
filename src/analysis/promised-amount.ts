import { patternOf } from '../../media/language/match.ts';
import { type Clause, clausesIn, isAsserted } from '../../media/reading/acts.ts';
import { amountsIn } from '../../media/reading/amounts.ts';
import { type Candidate, findCandidates } from './candidates.ts';
import { mayBeCustomers, type ReadTurn } from './conversation.ts';
import { isRefusal } from './outcome-features.ts';
import { polarityOf } from './polarity.ts';
import type { Evidence, Facts, Field, FieldValue } from './types.ts';

const promises = patternOf(({ reading }) => reading?.promises?.field);
const undertakes = patternOf(({ reading }) => reading?.promises?.undertakes);
const fits = patternOf(({ reading }) => reading?.promises?.fits);
const proposes = patternOf(({ reading }) => reading?.promises?.proposes);
const asksAmount = patternOf(({ reading }) => reading?.promises?.asksAmount);
const suggests = patternOf(({ reading }) => reading?.promises?.suggests);
const limit = patternOf(({ reading }) => reading?.promises?.limit);
const kept = patternOf(({ reading }) => reading?.promises?.kept);
const verb = patternOf(({ reading }) => reading?.promises?.verb);
const ofOthers = patternOf(({ reading }) => reading?.promises?.ofOthers);
const describes = patternOf(({ reading }) => reading?.promises?.describes);
const ofAddressee = patternOf(({ reading }) => reading?.promises?.ofAddressee);
const ofSelf = patternOf(({ reading }) => reading?.promises?.ofSelf);
const onlyPolite = patternOf(({ reading }) => reading?.promises?.onlyPolite);
const takesBack = patternOf(({ reading }) => reading?.promises?.takesBack);
const isOpenEnded = patternOf(({ reading }) => reading?.promises?.openEnded);

/** Returns whether a field contains the amount that the customer promises to give. */
export const isOfPromise = ({ type, name, description }: Field): boolean =>
  type === 'number' && promises.test(`${name} ${description}`);

interface Promised {
  readonly value: Candidate['value'];
  readonly evidence: readonly Evidence[];
  readonly isSure: boolean;
  /** Whether it was a question: "How about $5?" */
  readonly isProposed: boolean;
  /** Whether our side repeats the amount as the customer's. */
  readonly isRepeated: boolean;
}

/**
 * Returns the amount that the customer promised last and did not withdraw: in their own words, or by accepting one that
 * our side suggested. Amounts of others, limits ("any amount up to $2") and amounts that are only asked about are none.
 */
export function promisedAmountOf(turns: readonly ReadTurn[], field: Field, facts: Facts): FieldValue | undefined {
  let promised: Promised | undefined;
  let suggested: Candidate | undefined;
  let named: readonly Candidate[] = [];
  for (const turn of turns) {
    const amounts = findCandidates(turn, field, facts).filter(({ isTakenBack }) => !isTakenBack);
    if (!mayBeCustomers(turn)) {
      suggested = suggestedIn(turn, amounts);
      named = amounts.filter((amount) => isOpenToCustomer(amount));
      if (promised !== undefined) promised = answered(promised, turn, amounts);
      continue;
    }
    const amountQuestion = askedIn(turns, turn);
    const latest = amounts.filter((amount) => isPromise(amount, { amountQuestion, suggested, named, promised })).at(-1);
    if (latest !== undefined) promised = promisedBy(latest);
    else if (suggested !== undefined && accepts(turn, amounts))
      promised = {
        value: suggested.value,
        evidence: [placeOf(suggested), wholeOf(turn)],
        isSure: true,
        isProposed: false,
        isRepeated: false,
      };
    else if (promised !== undefined && isTakenBack(promised, turn, amounts)) promised = undefined;
  }
  if (promised === undefined || promised.value === 0) return undefined;
  const { value, evidence, isSure, isRepeated } = promised;
  const confidence = isSure ? (isRepeated ? 0.95 : 0.85) : 0.4;
  return { key: field.key, state: isSure ? 'found' : 'unsure', value, confidence, evidence, method: 'rules' };
}

/** Our side's repetition confirms an amount, and its yes one that the customer only proposed. */
function answered(promised: Promised, turn: ReadTurn, amounts: readonly Candidate[]): Promised {
  const isRepeated = promised.isRepeated || amounts.some(({ value }) => value === promised.value);
  const isNext = promised.evidence.some(({ turn: index }) => index === turn.index - 1);
  const isTaken = isNext && promised.isProposed && (isRepeated || agrees(turn));
  return { ...promised, isRepeated, isSure: promised.isSure || isTaken };
}

const agrees = (turn: ReadTurn): boolean =>
  turn.clauses.some((clause) => clause.acts.has('accepts') && isAsserted(clause)) &&
  !turn.clauses.some(({ isNegative }) => isNegative);

interface Before {
  /** Our side's last turn before, if it asks for an amount or for a gift. */
  readonly amountQuestion: ReadTurn | undefined;
  readonly suggested: Candidate | undefined;
  /** Amounts of our side's last turn that the customer may take. */
  readonly named: readonly Candidate[];
  readonly promised: Promised | undefined;
}

const placeOf = ({ turn, start, end }: Candidate): Evidence => ({ turn: turn.index, start, end });
const wholeOf = ({ index, text }: ReadTurn): Evidence => ({ turn: index, start: 0, end: text.length });

const clauseOf = ({ turn, start }: Candidate): Clause | undefined =>
  turn.clauses.find((clause) => start >= clause.start && start < clause.end);

function askedIn(turns: readonly ReadTurn[], { index }: ReadTurn): ReadTurn | undefined {
  const before = turns.slice(Math.max(0, index - 2), index).findLast((turn) => !mayBeCustomers(turn));
  return before !== undefined && asksAmount.test(before.text) ? before : undefined;
}

function promisedBy(amount: Candidate): Promised {
  const clause = clauseOf(amount);
  const isConditional = clause?.isConditional === true && !onlyPolite.test(amount.turn.text);
  const isProposed = clause !== undefined && isAsked(amount, clause) && !isConditional && amount.isRange !== true;
  const isSure = !isConditional && amount.isRange !== true && !isProposed;
  return { value: amount.value, evidence: [placeOf(amount)], isSure, isProposed, isRepeated: false };
}

/** Longest clause beside its amount, in characters, that answers without a verb: "Just 1 dollar today". */
const longestBare = 24;

function isPromise(amount: Candidate, { amountQuestion, suggested, named, promised }: Before): boolean {
  const clause = clauseOf(amount);
  if (clause === undefined || isDenied(amount, clause) || isOfOthers(amount, clause)) return false;
  if (isOfAddressee(amount, clause)) return false;
  const { text } = amount.turn;
  if (limit.test(text.slice(clause.start, amount.start)) || isKept(amount)) return false;
  if (proposes.test(clause.text) && clause.isQuestion) return true;
  const rest = text.slice(clause.start, amount.start) + text.slice(amount.end, clause.end);
  const isBare = rest.length <= longestBare && !verb.test(rest) && !ofAddressee.test(sentenceBefore(amount));
  if (isAsked(amount, clause)) return isBare && amountQuestion !== undefined;
  if (undertakes.test(isMoneyAt(amount) ? clause.text : text.slice(clause.start, amount.start))) return true;
  const isTaken = fits.test(clause.text) && named.some(({ value }) => value === amount.value);
  if (isTaken && !clause.isConditional && !isRefusal(text)) return true;
  const isAnswer = amountQuestion !== undefined || suggested !== undefined || followsPromise(amount, clause);
  return isBare && (isAnswer || (promised !== undefined && isMoneyAt(amount)));
}

/** Whether a denial stands before the amount; "20 cents, not much" denies nothing. */
const isDenied = ({ turn, end }: Candidate, clause: Clause): boolean =>
  clause.isNegative && clausesIn(turn.text.slice(clause.start, end)).at(-1)?.isNegative === true;

/** Whether an amount is that of others, or says what something costs or does. */
const isOfOthers = ({ turn, start, end }: Candidate, clause: Clause): boolean =>
  ofOthers.test(turn.text.slice(clause.start, start)) || describes.test(turn.text.slice(end, clause.end));

const isOfAddressee = ({ turn, start }: Candidate, clause: Clause): boolean =>
  ofAddressee.test(turn.text.slice(clause.start, start));

/** Whether a turn withdraws the promise. "I can't afford more than 10 cents" and "I can't do $40" leave a smaller one. */
const isTakenBack = ({ value }: Promised, { text }: ReadTurn, amounts: readonly Candidate[]): boolean =>
  takesBack.test(text) && amounts.every((amount) => amount.value === value && !limit.test(text.slice(0, amount.start)));

/** "$1 for Save the Children and $1 for me" keeps the second; "$2 for me, please" alone gives it. */
const isKept = ({ turn, end }: Candidate): boolean =>
  kept.test(turn.text.slice(end)) && amountsIn(turn.text).length > 1;

/** "I would like to give half of it, so $1." */
const followsPromise = ({ turn }: Candidate, { start }: Clause): boolean =>
  turn.clauses.some(
    (clause) => clause.end <= start && !clause.isNegative && !clause.isConditional && undertakes.test(clause.text),
  );

/** "I'll give $1, is that a charity of yours?" asks only after the amount. */
function isAsked({ turn }: Candidate, clause: Clause): boolean {
  if (!clause.isQuestion) return false;
  const sentence = turn.sentences.find(({ start, end }) => clause.start >= start && clause.start < end);
  return (
    sentence === undefined || !undertakes.test(clause.text) || !/\p{L}/u.test(turn.text.slice(clause.end, sentence.end))
  );
}

const isMoneyAt = ({ turn, start, end }: Candidate): boolean =>
  amountsIn(turn.text.slice(start, end)).some(({ isMoney }) => isMoney);

const sentenceBefore = ({ turn, start }: Candidate): string => {
  const sentence = turn.sentences.find((each) => start >= each.start && start < each.end);
  return turn.text.slice(sentence?.start ?? 0, start);
};

/** Returns the one amount that our side suggests to the customer, not one of its own or of others, nor a limit. */
function suggestedIn(turn: ReadTurn, amounts: readonly Candidate[]): Candidate | undefined {
  const open = amounts.filter((amount) => isOpenToCustomer(amount) && suggests.test(clauseOf(amount)?.text ?? ''));
  const values = new Set(open.map(({ value }) => value));
  return values.size === 1 && !isOpenEnded.test(turn.text) ? open[0] : undefined;
}

function isOpenToCustomer(amount: Candidate): boolean {
  const clause = clauseOf(amount);
  if (clause === undefined || clause.isNegative || amount.isRange === true) return false;
  const isOurs = ofSelf.test(amount.turn.text.slice(clause.start, amount.start));
  return !isOurs && !isOfOthers(amount, clause) && !isOpenEnded.test(clause.text);
}

/** Whether a turn says yes without a condition, an objection or an amount of its own. */
function accepts(turn: ReadTurn, amounts: readonly Candidate[]): boolean {
  if (amounts.length > 0 || polarityOf(turn)?.isYes !== true) return false;
  if (isRefusal(turn.text) || isOpenEnded.test(turn.text)) return false;
  return !turn.clauses.some(({ isConditional, isHedged, isNegative }) => isConditional || isHedged || isNegative);
}
