import { awaitsConfirmation } from './awaiting.ts';
import { isMet } from './conditions.ts';
import { createCustomer } from './customer.ts';
import { factsOf, relevanceOf } from './facts.ts';
import { hear } from './heard.ts';
import type { AgentTurn, CustomerEnd, CustomerFact, CustomerPlan } from './plan.ts';
import { type CustomerWords, ownWords, plain, wordsOf } from './words.ts';

export interface LogEntry {
  readonly speaker: 'agent' | 'customer';
  readonly text: string;
  /** For agent lines: the agent ended the call after this line. */
  readonly ended?: boolean;
}

/** Maximum number of times a customer may say the same line. */
const mostRepeats = 4;

/**
 * Checks a finished run for mistakes of the simulated customer: a hidden fact revealed without a question, a fact it
 * cannot know, an ending without a reason, or a line repeated too often. Returns the first mistake as a sentence, or
 * undefined if the run is valid. Uses only the log, not the customer's recorded state.
 */
export function mistakeIn(plan: CustomerPlan, log: readonly LogEntry[], end: CustomerEnd): string | undefined {
  const words = wordsOf(plan.languageCode);
  return leaked(words, plan, log) ?? unknownFact(words, plan, log) ?? looped(log) ?? earlyEnd(words, plan, log, end);
}

function leaked(words: CustomerWords, plan: CustomerPlan, log: readonly LogEntry[]): string | undefined {
  for (const fact of plan.hidden) {
    const value = plain(fact.value);
    const isSaid = (text: string): boolean => value !== '' && ` ${plain(text)} `.includes(` ${value} `);
    // Facts in the situation or the profile are not secret.
    if (!isTelling(value) || plan.situation.some(isSaid) || plan.open.some((open) => isSaid(open.value))) continue;
    const at = log.findIndex(({ speaker, text }) => speaker === 'customer' && isSaid(text));
    if (
      at !== -1 &&
      !log.slice(0, at).some((entry) => asks(words, fact, entry) || (entry.speaker === 'agent' && isSaid(entry.text)))
    )
      return `The customer told "${fact.about}" without being asked.`;
  }
  return undefined;
}

/** Short values such as "Yes" occur for many reasons and prove nothing. */
const isTelling = (value: string): boolean => value.includes(' ') || value.length > 4 || /\d/.test(value);

const asks = (words: CustomerWords, fact: CustomerFact, { speaker, text }: LogEntry): boolean =>
  speaker === 'agent' &&
  hear(words, { text, ended: false }).questions.some((question) => relevanceOf(words, fact, question) >= 0.5);

/** Finds numbers, addresses and names that the customer neither knows nor has heard. */
function unknownFact(words: CustomerWords, plan: CustomerPlan, log: readonly LogEntry[]): string | undefined {
  const book = factsOf(words, plan);
  const facts = [...book.open, ...book.hidden, ...book.common.values()].map(({ value }) => value);
  const plannedTexts = [
    plan.name,
    ...plan.situation,
    ...plan.objections.map(({ text }) => text),
    ...plan.knowledge,
    ...facts,
  ];
  const lines = Object.values(words.pack.lines).flat();
  const story = plan.situation.map((sentence) => ownWords(words, sentence));
  let knownText = ` ${[...plannedTexts, ...story, ...lines, ...plan.habits.fillers].map(plain).join(' ')} `;
  for (const { speaker, text } of log) {
    if (speaker === 'agent') knownText += `${plain(text)} `;
    const strange = speaker === 'customer' && tokensOf(text).find((token) => !knownText.includes(` ${token} `));
    if (strange) return `The customer said "${strange}", which it cannot know.`;
  }
  return undefined;
}

/** Returns the tokens that state facts: numbers, and capitalised words inside a sentence. */
export const tokensOf = (text: string): string[] => {
  const numbers = text.match(/[\p{L}\p{N}'-]*\d[\p{L}\p{N}'-]*/gu) ?? [];
  const names = [...text.matchAll(/(?<=[\p{Ll},;] )\p{Lu}[\p{L}'-]+/gu)].map(([name]) => name);
  return [...numbers, ...names].map(plain).filter((token) => token !== '' && !token.includes(' '));
};

function looped(log: readonly LogEntry[]): string | undefined {
  const times = new Map<string, number>();
  for (const { speaker, text } of log) {
    if (speaker !== 'customer') continue;
    const plainText = plain(text);
    times.set(plainText, (times.get(plainText) ?? 0) + 1);
    if ((times.get(plainText) ?? 0) > mostRepeats) return `The customer said the same ${mostRepeats + 1} times.`;
  }
  return undefined;
}

function earlyEnd(
  words: CustomerWords,
  plan: CustomerPlan,
  log: readonly LogEntry[],
  end: CustomerEnd,
): string | undefined {
  const last = log.findLast(({ speaker }) => speaker === 'agent');
  const turn: AgentTurn = { text: last?.text ?? '', ended: last?.ended ?? false };
  const heard = hear(words, turn);
  if (end === 'satisfied') {
    const isTrue = plan.satisfiedWhen !== undefined && isMet(words, plan.satisfiedWhen, heard);
    if (!isTrue) return 'The customer ended the call as satisfied before its condition was met.';
    return awaitsConfirmation(words, heard)
      ? 'The customer ended the call as satisfied while the agent waited for an answer.'
      : undefined;
  }
  if (end === 'agent_ended') return turn.ended ? undefined : 'The call ended before the agent ended it.';
  if (end === 'max_turns') return log.length >= plan.maxTurns - 1 ? undefined : 'The call ended before its last turn.';
  const isTriggered = plan.hangupTriggers.some((trigger) => isMet(words, trigger, heard));
  return isTriggered || hasRunOut(plan, log) ? undefined : 'The customer hung up without a reason.';
}

/** Returns whether the agent's turns exhaust the patience of a customer with the same plan, by replaying the log. */
function hasRunOut(plan: CustomerPlan, log: readonly LogEntry[]): boolean {
  const customer = createCustomer(plan);
  let state = customer.first;
  if (log[0]?.speaker === 'customer') state = customer.step(state, null).state;
  for (const { speaker, text, ended = false } of log)
    if (speaker === 'agent') state = customer.step(state, { text, ended }).state;
  return state.patience <= 0;
}
