import type { CustomerLine } from '../../language/customer.ts';
import { fillPlaceholders } from '../../text/placeholders.ts';
import { awaitsConfirmation } from './awaiting.ts';
import { isMet } from './conditions.ts';
import { factsOf } from './facts.ts';
import { type Heard, hear } from './heard.ts';
import { strengths } from './objections.ts';
import type { AgentTurn, CustomerAct, CustomerEnd, CustomerMove, CustomerPlan, CustomerState } from './plan.ts';
import { chosenMove } from './policy.ts';
import { type Draft, mostTrust, type Step } from './step.ts';
import { openStream, type Stream, streamOf } from './streams.ts';
import { ownWords, plain, wordsOf } from './words.ts';

export interface Customer {
  readonly first: CustomerState;
  /**
   * Returns the move that follows a complete agent turn, and the next state. `null` means that the customer speaks
   * first. Has no side effects.
   */
  step(state: CustomerState, turn: AgentTurn | null): { readonly state: CustomerState; readonly move: CustomerMove };
}

const patienceOf = { easy: 10, medium: 8, hard: 6, adversarial: 5 } as const;

/** Creates a deterministic customer: the plan, the state and the agent's turn determine the move. */
export function createCustomer(plan: CustomerPlan): Customer {
  const words = wordsOf(plan.languageCode);
  const book = factsOf(words, plan);
  const story = plan.situation.map((sentence) => ownWords(words, sentence));
  const first: CustomerState = {
    lines: 0,
    goalStated: false,
    told: 0,
    said: [],
    asked: {},
    objecting: null,
    lastAct: null,
    streams: { policy: streamOf(plan.seed, 'policy'), wording: streamOf(plan.seed, 'wording') },
    objections: strengths(plan),
    patience: patienceOf[plan.difficulty],
    trust: 0,
    agentLines: [],
    ownLines: [],
  };

  function draft(state: CustomerState, turn: AgentTurn | null, policy: Stream): Draft {
    if (turn === null) return { act: 'open', line: 'opening', changes: { goalStated: true, told: 1 } };
    const heard = hear(words, turn);
    const step: Step = { plan, words, book, story, policy, heard, state: { ...state, ...moodAfter(state, heard) } };
    const end = endOf(step);
    return end ?? chosenMove(step);
  }

  return {
    first,
    step(state, turn) {
      const policy = openStream(state.streams.policy);
      const wording = openStream(state.streams.wording);
      const drafted = draft(state, turn, policy);
      const text = textOf(drafted, wording);
      const heardLines = turn === null ? [] : [plain(turn.text)];
      const next: CustomerState = {
        ...state,
        ...(turn === null ? {} : moodAfter(state, hear(words, turn))),
        ...drafted.changes,
        lines: state.lines + heardLines.length + (text === null ? 0 : 1),
        agentLines: [...state.agentLines, ...heardLines],
        ownLines: text === null ? state.ownLines : [...state.ownLines, text],
        streams: { policy: policy.state, wording: wording.state },
        lastAct: drafted.act,
        said: [...new Set([...state.said, ...(drafted.facts ?? []).map(({ id }) => id)])],
      };
      const facts = (drafted.facts ?? []).map(({ id }) => id);
      const { act, end } = drafted;
      return { state: next, move: { act, text, facts, ...(end === undefined ? {} : { end }) } };
    },
  };

  function textOf(drafted: Draft, wording: Stream): string | null {
    if (drafted.line === null) return null;
    const values = { goal: story[0] ?? '', ...drafted.values };
    const variants = words.pack.lines[drafted.line as CustomerLine];
    const drawn = variants[wording.below(variants.length)] as string;
    const text = plan.habits.verbosity === 'terse' ? shortestOf(variants) : drawn;
    const line = fillPlaceholders(isClause(drafted) ? (variants[0] as string) : text, values);
    const more = drafted.more === undefined ? '' : ` ${drafted.more}`;
    return withFiller(tidied(`${line}${more}`), wording);
  }

  function withFiller(text: string, wording: Stream): string {
    const { fillers } = plan.habits;
    if (fillers.length === 0 || !wording.chance(fillerShare)) return text;
    const filler = fillers[wording.below(fillers.length)] as string;
    const isName = plain(plan.name)
      .split(' ')
      .includes(plain(text).split(' ')[0] as string);
    return `${filler.charAt(0).toUpperCase()}${filler.slice(1).replace(/[.,]+$/, '')}, ${isName ? text : lowered(text)}`;
  }
}

const fillerShare = 0.4;
/**
 * Words above which a value counts as a clause. Clauses are spoken alone, so the first variant of the line, which
 * contains only the value, is used.
 */
const mostOfPhrase = 3;

const isClause = ({ line, values }: Draft): boolean =>
  line === 'fact' && (values?.value ?? '').split(' ').length > mostOfPhrase;

/** Removes duplicate full stops and spaces left by filled-in values. */
const tidied = (text: string): string =>
  text
    .replaceAll(/([.!?])\s*\.(?=\s|$)/gu, '$1')
    .replaceAll(/\s+/gu, ' ')
    .trim();

/** Lower-cases the first letter, unless the text starts with "I" or with two capitals. */
const lowered = (text: string): string =>
  /^(?:I\b|\p{Lu}{2})/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);

const shortestOf = (variants: readonly string[]): string =>
  variants.reduce((best, variant) => (variant.length < best.length ? variant : best));

/** Repetition or evasion by the agent costs patience and trust. */
function moodAfter(
  { patience, trust, agentLines }: CustomerState,
  heard: Heard,
): Pick<CustomerState, 'patience' | 'trust'> {
  const isRepeated = agentLines.includes(heard.plain);
  const isLetDown = isRepeated || heard.isEvasive;
  return {
    patience: patience - (isRepeated ? 2 : 0) - (heard.isEvasive ? 1 : 0),
    trust: isLetDown ? Math.max(-mostTrust, trust - 1) : trust,
  };
}

/** Checks in this order: hang-up, satisfied, ended by the agent, maximum turns. */
function endOf({ plan, words, state, heard }: Step): Draft | undefined {
  const { satisfiedWhen, hangupTriggers, maxTurns } = plan;
  const ended = (end: CustomerEnd, line: CustomerLine | null): Draft => ({
    act: line === null ? ('end' as CustomerAct) : 'close',
    line,
    end,
  });
  const canSpeak = state.lines + 1 < maxTurns && !heard.turn.ended;
  if (hangupTriggers.some((trigger) => isMet(words, trigger, heard)) || state.patience <= 0)
    return ended('hangup', canSpeak ? 'hangup' : null);
  if (satisfiedWhen !== undefined && isMet(words, satisfiedWhen, heard) && !awaitsConfirmation(words, heard))
    return ended('satisfied', canSpeak ? 'satisfied' : null);
  if (heard.turn.ended) return ended('agent_ended', null);
  if (state.lines + 1 >= maxTurns) return ended('max_turns', null);
  return undefined;
}
