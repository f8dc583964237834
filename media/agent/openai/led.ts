import type { AgentAction, AgentRequest, ScriptGoal } from '../../line/agent.ts';
import type { EmbeddedAgent } from '../embedded/agent.ts';
import { hasQuestion } from '../embedded/forms.ts';
import { sayIn } from '../embedded/wording.ts';
import { type Phrase, phrasesOf } from '../phrases.ts';
import { begun, completed, diverted, filled, isRead, type ModelFlow, type Moved, stepOf } from './flow.ts';
import { type ModelNotes, type ToolCall, waiting, withExchange } from './notes.ts';
import { exchangeOf } from './rounds.ts';
import { unknownAnswer } from './step-tools.ts';

/** A reply for which code has moved the flow by the caller's words. */
export interface Led {
  readonly flow: ModelFlow;
  /** The move, as if the model had made it. */
  readonly notes: ModelNotes;
  /** Words of the flow, which are spoken before those of the model. */
  readonly phrases: readonly Phrase[];
  /** What is done without the model, which has nothing to add: the flow is left, the call ends or is handed over. */
  readonly actions?: readonly AgentAction[];
  /** The request of an agent that replies because this model failed. */
  readonly retried: AgentRequest;
}

interface Place {
  readonly embedded: Pick<EmbeddedAgent, 'wishes'>;
  readonly request: AgentRequest;
  readonly notes: ModelNotes;
  readonly flow: ModelFlow;
}

/**
 * Moves the flow where the caller's words clearly lead, before the model is asked: out of the current step, or into
 * another one. Small models seldom call the tools of steps.
 */
export async function ledBy(place: Place): Promise<Led | undefined> {
  const { request, notes } = place;
  if (waiting(notes) || isRead(request, place.flow)) return undefined;
  const move = await moveOf(place);
  if (move === undefined) return undefined;
  if ('facts' in move) {
    const flow = { ...move.facts, readIn: request.turn };
    return {
      flow,
      notes,
      phrases: [],
      retried: { ...request, memory: { ...request.memory, openai: notes, embedded: null, flow } },
    };
  }
  const { moved, call } = move;
  if (!('answer' in moved)) return { ...outOf(place, moved), actions: [handOverOf(moved)] };
  if (moved.ends === true) return { ...outOf(place, moved), actions: endsOf(request) };
  if (moved.isOver === true && !hasQuestion(textOf(request))) return { ...outOf(place, moved), actions: [] };
  const flow = { ...moved.flow, readIn: request.turn };
  const sayingsText = moved.sayings.join(' ');
  const read = { call, outcome: { answer: moved.answer }, reportsLater: false };
  const exchanged = withExchange(notes, exchangeOf(request, sayingsText, [read]));
  return {
    flow,
    notes: exchanged,
    phrases: phrasesOf(sayingsText),
    retried: { ...request, memory: { ...request.memory, openai: exchanged, embedded: null, flow } },
  };
}

const textOf = ({ input }: AgentRequest): string => (input.kind === 'said' ? input.text : '');

/** Returns the words of a move that leaves the flow. */
function outOf({ request, notes }: Place, { flow, sayings, ...moved }: Moved): Omit<Led, 'actions'> {
  const { plan, callUuid, turn } = request;
  const say = sayIn(plan.languageCode, `${callUuid}:${turn}`);
  const closing = !('answer' in moved)
    ? []
    : [moved.ends === true ? filled(plan, flow, plan.goodbye) : say('anything_else')];
  const lines = [...sayings, ...closing];
  const phrases = phrasesOf((lines.length === 0 ? [say('connecting')] : lines).join(' '));
  return { flow, notes, phrases, retried: request };
}

const handOverOf = ({ agent, go }: Extract<Moved, { readonly agent: string }>): AgentAction => ({
  kind: 'hand_over',
  agent,
  ...(go !== undefined && { go }),
});

const endsOf = ({ plan }: AgentRequest): readonly AgentAction[] =>
  plan.staysOnLine === true ? [] : [{ kind: 'end', reason: 'agent_goodbye' }];

/** A move with the call by which a model would make it, or answers that were read. */
type Move = { readonly moved: Moved; readonly call: ToolCall } | { readonly facts: ModelFlow };

async function moveOf({ embedded, request, flow }: Place): Promise<Move | undefined> {
  const { input, plan } = request;
  if (input.kind !== 'said') return undefined;
  const { step, expressed, answers, agrees } = await embedded.wishes(request, input, flow);
  const goal = stepOf(plan, flow);
  const answered: ModelFlow = { ...flow, facts: { ...flow.facts, ...answers } };
  if (goal !== undefined) {
    const out = diverted(request, answered, goal, expressed);
    if (out !== undefined)
      return { moved: out.moved, call: callOf(request, 'finish_step', { answers, caller_wants: out.wanted }) };
  }
  if (step !== undefined) return { moved: begun(request, flow, step), call: callOf(request, 'begin_step', { step }) };
  if (goal === undefined) return undefined;
  // What has to be read back is left to the model first.
  const isNew = Object.keys(answers).length > 0;
  const isReadBack = goal.questions.some(({ id, confirm }) => confirm !== undefined && answers[id] !== undefined);
  const moved = (isNew && !isReadBack) || agrees ? completed(request, answered, goal, expressed) : undefined;
  if (moved !== undefined)
    return { moved, call: callOf(request, 'finish_step', { answers: reportedIn(goal, answered) }) };
  return isNew ? { facts: answered } : undefined;
}

/** Returns the answers of a step as a model reports them. */
const reportedIn = ({ questions }: ScriptGoal, { facts }: ModelFlow): Readonly<Record<string, string>> =>
  Object.fromEntries(questions.map(({ id }) => [id, facts[id] || unknownAnswer]));

/** Strict servers accept ids of nine letters and digits only. */
const callOf = ({ turn }: AgentRequest, name: string, args: object): ToolCall => ({
  id: `led${turn.toString(36).padStart(6, '0')}`,
  name,
  arguments: JSON.stringify(args),
});
