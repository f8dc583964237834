import type { CustomerLine } from '../../language/customer.ts';
import { patternOf } from '../../language/match.ts';
import { askedFor, commonFor } from './facts.ts';
import { answers, dueOf } from './objections.ts';
import type { CustomerFact } from './plan.ts';
import { type Draft, mostTrust, type Step } from './step.ts';
import { capitalised, isQuoted, plain } from './words.ts';

const either = patternOf(({ customer }) => customer?.alternatives.either, 'iu');
const negated = patternOf(({ customer }) => customer?.alternatives.negated);

/** Chooses the customer's next move: it answers the question, then returns to its goal. */
export function chosenMove(step: Step): Draft {
  const { words, heard, state } = step;
  const answered = settled(step);
  const question = heard.questions.at(-1);
  if (question === undefined) return answered ?? onStatement(step);
  const plainQuestion = plain(question);
  if (words.is.still.test(plainQuestion)) return { act: 'acknowledge', line: 'still_there' };
  if (!state.goalStated && words.is.help.test(plainQuestion)) return goal(step);
  const fact = knownFact(step, question);
  if (fact !== undefined) return fact;
  if (words.is.anythingElse.test(plainQuestion)) return afterAll(step);
  if (words.is.help.test(plainQuestion) || !state.goalStated) return goal(step);
  if (words.is.howAreYou.test(plainQuestion)) return { act: 'acknowledge', line: 'how_are_you' };
  if (words.is.confirm.test(plainQuestion)) return confirm(step);
  if (answered !== undefined && answered.act === 'object_again') return answered;
  const common = commonFor(words, step.book, question);
  if (common !== undefined) return withMore(step, answer(common));
  const objection = raise(step);
  if (objection !== undefined) return objection;
  if (words.is.open.test(plainQuestion)) return elaborate(step);
  const choice = choiceOf(step, question);
  if (choice !== undefined) return choice;
  if (words.is.yesNo.test(plainQuestion)) return { act: 'confirm', line: 'yes' };
  return elaborate(step, 'unknown');
}

function answer(fact: CustomerFact): Draft {
  const value = withoutStop(capitalised(fact.value));
  if (value === 'Yes' || value === 'No') return { act: 'answer', line: value === 'Yes' ? 'yes' : 'no', facts: [fact] };
  return { act: 'answer', line: 'fact', facts: [fact], values: { value } };
}

/**
 * A talkative customer appends the next sentence of its story to an answer, but not quoted sentences, which are spoken
 * on their own.
 */
function withMore({ plan, story, state }: Step, drafted: Draft): Draft {
  const more = story[state.told];
  const isOwn = more !== undefined && state.goalStated && !isQuoted(plan.situation[state.told] ?? '');
  if (plan.habits.verbosity !== 'talkative' || !isOwn) return drafted;
  return { ...drafted, more, changes: { ...drafted.changes, told: state.told + 1 } };
}

const withoutStop = (text: string): string => text.replace(/[.\s]+$/u, '');

const reluctance = { easy: 0, medium: 0, hard: 1, adversarial: 2 } as const;

/** Returns how many times a hidden fact is withheld: one more if trust was lost, one fewer if trust was gained. */
function reluctanceOf({ plan, state }: Step): number {
  const usual = reluctance[plan.difficulty];
  return usual === 0 ? 0 : Math.max(0, usual - Math.sign(state.trust));
}

/**
 * Answers with a fact of the plan that the question asks for. A reluctant customer reveals a hidden fact only if asked
 * repeatedly.
 */
function knownFact(step: Step, question: string): Draft | undefined {
  const { words, book, state } = step;
  const [open] = askedFor(words, book.open, question);
  const [hidden] = askedFor(words, book.hidden, question);
  if (hidden === undefined) return open === undefined ? undefined : withMore(step, answer(open));
  const times = (state.asked[hidden.id] ?? 0) + 1;
  const changes = { asked: { ...state.asked, [hidden.id]: times } };
  if (times <= reluctanceOf(step)) return { act: 'withhold', line: 'withhold', changes };
  return withMore(step, { ...answer(hidden), changes });
}

/**
 * Accepts the answer to the pending objection, or repeats the objection. Returns undefined if no objection is pending.
 */
function settled(step: Step): Draft | undefined {
  const { plan, words, state, heard } = step;
  const { objecting } = state;
  const objection = objecting === null ? undefined : plan.objections[objecting];
  const described = objecting === null ? undefined : state.objections[objecting];
  if (objecting === null || objection === undefined || described === undefined) return undefined;
  const isAnswered = answers(words, plan, objection, heard);
  const left = described.left - (isAnswered ? 1 : 0);
  const objections = state.objections.map((each, index) =>
    index === objecting ? { left, raised: each.raised + (left > 0 ? 1 : 0) } : each,
  );
  if (left <= 0) {
    const trust = Math.min(mostTrust, state.trust + 1);
    return { act: 'accept_answer', line: 'objection_done', changes: { objections, objecting: null, trust } };
  }
  const patience = state.patience - (isAnswered ? 0 : 1);
  return {
    act: 'object_again',
    line: 'objection_again',
    values: { objection: objection.text },
    changes: { objections, patience },
  };
}

/** Raises the next objection that is due, unless one is already pending. */
function raise({ plan, words, state, heard }: Step): Draft | undefined {
  if (state.objecting !== null) return undefined;
  const due = dueOf(words, plan, state.objections, heard);
  const objection = due === undefined ? undefined : plan.objections[due];
  if (due === undefined || objection === undefined) return undefined;
  const objections = state.objections.map((each, index) => (index === due ? { ...each, raised: 1 } : each));
  return {
    act: 'object',
    line: 'objection',
    values: { objection: objection.text },
    changes: { objections, objecting: due },
  };
}

/** States the goal: first in the customer's own words, later as a restatement. */
function goal({ state }: Step): Draft {
  const changes = { goalStated: true, told: Math.max(1, state.told) };
  if (!state.goalStated) return { act: 'state_goal', line: 'opening', changes };
  return { act: 'restate', line: 'restate', changes };
}

function afterAll(step: Step): Draft {
  if (!step.state.goalStated) return goal(step);
  return raise(step) ?? wish(step) ?? { act: 'nothing_else', line: 'nothing_else' };
}

/** Volunteers the next sentence of the situation if it is in quotation marks. */
function wish({ plan, story, state }: Step): Draft | undefined {
  const value = story[state.told];
  if (value === undefined || !isQuoted(plan.situation[state.told] ?? '')) return undefined;
  return { act: 'elaborate', line: 'verbatim', values: { value }, changes: { told: state.told + 1 } };
}

/** Confirms, or corrects a number or day that the agent read back wrongly. */
function confirm({ words, book, state, heard }: Step): Draft {
  const saidFacts = [...book.common.values(), ...book.open].filter(({ id }) => state.said.includes(id));
  const readBack = heard.plain;
  const digits = heard.turn.text.replaceAll(/\D/g, '');
  const days = words.pack.weekdays.entries;
  const wrong = saidFacts.find(({ value }) => {
    const own = value.replaceAll(/\D/g, '');
    if (own.length >= 6) return digits.length >= 6 && !digits.includes(own);
    const day = days.find((one) => plain(value).includes(one));
    return day !== undefined && !readBack.includes(day) && days.some((one) => readBack.includes(one));
  });
  if (wrong === undefined) return { act: 'confirm', line: 'confirm' };
  return { act: 'correct', line: 'correction', facts: [wrong], values: { value: withoutStop(wrong.value) } };
}

/** Says the next sentence of the situation, or `otherwise` if none is left. */
function elaborate(step: Step, otherwise: CustomerLine = 'restate'): Draft {
  const { plan, story, state } = step;
  const isWish = isQuoted(plan.situation[state.told] ?? '');
  const sentence = isWish ? undefined : story[state.told];
  if (isWish && otherwise === 'restate') return wish(step) as Draft;
  if (sentence === undefined) return { act: otherwise === 'unknown' ? 'unknown' : 'restate', line: otherwise };
  return {
    act: 'elaborate',
    line: 'fact',
    values: { value: withoutStop(sentence) },
    changes: { told: state.told + 1 },
  };
}

/** Picks one option of a question such as "In the morning or in the afternoon?" */
function choiceOf({ policy }: Step, question: string): Draft | undefined {
  const match = either.exec(question);
  const options = [match?.[1], match?.[2]].filter(
    (option): option is string => option !== undefined && !negated.test(option),
  );
  if (options.length < 2) return undefined;
  const value = capitalised((options[policy.below(options.length)] as string).trim());
  return { act: 'answer', line: 'choose', values: { value } };
}

/** Handles a turn without a question: the customer states its goal, objects, insists or waits. */
function onStatement(step: Step): Draft {
  const { state, heard, words } = step;
  if (!state.goalStated) return goal(step);
  if (heard.isEvasive) return { act: 'restate', line: 'not_answered' };
  const objection = raise(step);
  if (objection !== undefined) return objection;
  if (words.closing.test(heard.plain)) return { act: 'nothing_else', line: 'nothing_else' };
  const next = wish(step);
  if (next !== undefined) return next;
  if (state.lastAct === 'acknowledge') return elaborate(step, 'nothing_else');
  return { act: 'acknowledge', line: 'acknowledge' };
}
