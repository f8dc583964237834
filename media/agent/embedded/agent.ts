import type { AgentAction, AgentInput, AgentRequest, AgentTrace, EndReason } from '../../line/agent.ts';
import type { Embedder } from '../embedding.ts';
import type { Knowledge } from '../knowledge.ts';
import { type Phrase, phrasesOf } from '../phrases.ts';
import type { VectorFiles } from '../vector-files.ts';
import { knowledgeOf } from './answer.ts';
import { createGoalExamples } from './goal-examples.ts';
import { goalNamed, prepareGoals } from './goals.ts';
import { handOverResult, keys, opening, silence, toolResult, transferResult } from './happenings.ts';
import { createIntents } from './intents.ts';
import { type Notes, notesOf } from './notes.ts';
import { createPersonas } from './persona.ts';
import { advance } from './steps.ts';
import { answerSaid } from './talk.ts';
import { createTurn, type Reply, type Turn } from './turn.ts';
import { type Whereabouts, type Wishes, wishesIn } from './wishes.ts';

/** A complete reply. It is spoken first; its actions run afterwards. */
export interface EmbeddedAnswer {
  readonly phrases: readonly Phrase[];
  readonly actions: readonly AgentAction[];
  readonly trace: AgentTrace;
  /** Plain JSON. Passed back in with the next request. */
  readonly notes: Notes;
}

export interface EmbeddedAgent {
  /** `notes`: the notes of the previous answer, or null. */
  answer(request: AgentRequest, notes: unknown): Promise<EmbeddedAnswer>;
  /** Continues the step in progress, whose answers are known from the caller's words: reads back, asks or finishes. */
  carryOn(request: AgentRequest, notes: unknown): Promise<EmbeddedAnswer>;
  /** Returns what the caller's words say in a flow with branches. */
  wishes(request: AgentRequest, input: Extract<AgentInput, { kind: 'said' }>, at: Whereabouts): Promise<Wishes>;
  /** Embeds a plan's examples and documents ahead of the first call. */
  prepare(request: AgentRequest): Promise<void>;
  close(): Promise<void>;
}

export function createEmbeddedAgent({
  embedder,
  knowledge,
  vectorFiles,
}: {
  readonly embedder: Embedder;
  readonly knowledge: Knowledge;
  readonly vectorFiles: VectorFiles;
}): EmbeddedAgent {
  const intents = createIntents({ embedder, vectorFiles });
  const tools = { embedder, knowledge, intents, goalExamples: createGoalExamples(), personaOf: createPersonas() };
  // Warms up before the first call. A failure recurs, and is reported, in the first reply that needs the embeddings.
  const warming = intents.prepare('en').catch(() => {});
  async function answerBy(
    how: (turn: Turn, notes: Notes) => Reply | Promise<Reply>,
    request: AgentRequest,
    earlier: unknown,
  ): Promise<EmbeddedAnswer> {
    const turn = createTurn(request, tools);
    const reply = await how(turn, { ...notesOf(earlier), path: [] });
    const text = reply.lines.join('\n').trim();
    // "Say that again" refers to the last reply with content.
    const notes = {
      ...reply.notes,
      reply: text === '' || reply.intent === 'hold' ? reply.notes.reply : text.replaceAll('\n', ' '),
    };
    return { ...answerOf(turn, reply, text), notes };
  }

  return {
    answer: (request, earlier) => answerBy(respond, request, earlier),
    carryOn: (request, earlier) => answerBy(carriedOn, request, earlier),
    wishes: (request, input, at) => wishesIn(createTurn(request, tools), input, at),
    async prepare(request) {
      const turn = createTurn(request, tools);
      await prepareGoals(turn);
      await knowledge.prepare(knowledgeOf(turn));
    },
    async close() {
      vectorFiles.close();
      await warming;
    },
  };
}

function respond(turn: Turn, notes: Notes): Reply | Promise<Reply> {
  const { input } = turn.request;
  switch (input.kind) {
    case 'opening':
      return opening(turn, input, notes);
    case 'said':
      return answerSaid(turn, input, notes);
    case 'dtmf':
      return keys(turn, input, notes);
    case 'silence':
      return silence(turn, input, notes);
    case 'tool_result':
      return toolResult(turn, input, notes);
    case 'transfer_result':
      return transferResult(turn, input, notes);
    case 'hand_over_result':
      return handOverResult(turn, input, notes);
  }
}

function carriedOn(turn: Turn, notes: Notes): Reply | Promise<Reply> {
  const goal = goalNamed(turn, notes.goal);
  if (goal === undefined) return respond(turn, notes);
  const confirming = goal.questions.filter(({ id, confirm }) => confirm !== undefined && notes.slots[id]?.value);
  return advance(turn, goal, { ...notes, confirming: confirming.map(({ id }) => id) }, []);
}

/** Ends of a conversation that the caller can end as well. */
const hangUps: ReadonlySet<EndReason> = new Set(['agent_goodbye', 'caller_goodbye', 'wrong_number']);

const isHangUp = (action: AgentAction): boolean => action.kind === 'end' && hangUps.has(action.reason);

function answerOf(turn: Turn, reply: Reply, text: string): Omit<EmbeddedAnswer, 'notes'> {
  const { facts, path } = reply.notes;
  const slots = Object.entries({ ...facts, ...(reply.slots ?? reply.notes.slots) }).filter(
    ([, { value }]) => value !== '',
  );
  return {
    phrases: phrasesOf(text),
    actions: (reply.actions ?? []).filter((action) => turn.plan.staysOnLine !== true || !isHangUp(action)),
    trace: {
      brain: 'embedded',
      intent: reply.intent,
      ...(reply.sources !== undefined && { sources: reply.sources }),
      ...(path.length > 0 && { path }),
      ...(slots.length > 0 && { slots: Object.fromEntries(slots.map(([id, slot]) => [id, slot.value])) }),
    },
  };
}
