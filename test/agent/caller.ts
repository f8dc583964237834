import type {
  AgentAction,
  AgentEvent,
  AgentInput,
  AgentMemory,
  AgentPlan,
  AgentRequest,
  AgentTrace,
  HeardLine,
} from '../../media/line/agent.ts';
import type { Engine } from '../../media/line/engine.ts';

/** A Saturday morning in New York. */
export const saturdayMorningMs = Date.parse('2026-11-21T15:00:00Z');

/** Returns the request of a call's first turn, in which the caller says this. */
export const requestOf = (plan: AgentPlan, text: string): AgentRequest => ({
  callUuid: 'f6b1d6b0-0001-4000-8000-000000000002',
  turn: 1,
  plan,
  memory: null,
  history: [],
  input: { kind: 'said', text, confidence: 0.9 },
  nowMs: saturdayMorningMs,
});

export interface Answered {
  readonly text: string;
  readonly phrases: readonly string[];
  readonly actions: readonly AgentAction[];
  readonly trace: AgentTrace;
  readonly memory: AgentMemory;
}

/** The caller's side of a brain: keeps the call's history and says one line after another. */
export interface Conversation {
  give(input: AgentInput): Promise<Answered>;
  say(text: string, confidence?: number): Promise<Answered>;
  /** Simulates an interruption of the last reply after this many words. */
  heardOnly(words: number): void;
  readonly history: readonly HeardLine[];
  readonly memory: AgentMemory;
}

export function createConversation(
  brain: Pick<Engine<AgentRequest, AgentEvent>, 'run'>,
  plan: AgentPlan,
  callUuid = 'f6b1d6b0-0001-4000-8000-000000000001',
  begun: { readonly history: readonly HeardLine[]; readonly memory: AgentMemory } = { history: [], memory: null },
): Conversation {
  const history: HeardLine[] = [...begun.history];
  let memory = begun.memory;
  let turn = 0;
  let interruptedTurn: number | undefined;

  async function give(input: AgentInput): Promise<Answered> {
    if (input.kind === 'said') history.push({ speaker: 'caller', text: input.text });
    const request: AgentRequest = {
      callUuid,
      turn,
      plan,
      memory,
      history: [...history],
      input,
      nowMs: saturdayMorningMs,
      ...(interruptedTurn !== undefined && { interruptedTurn }),
    };
    turn += 1;
    interruptedTurn = undefined;
    const events = await collect(brain, structuredClone(request));
    const answered = summary(events);
    memory = answered.memory ?? memory;
    if (answered.text !== '') history.push({ speaker: 'agent', text: answered.text });
    return answered;
  }

  return {
    give,
    say: (text, confidence = 0.9) => give({ kind: 'said', text, confidence }),
    heardOnly(words) {
      const last = history.pop();
      interruptedTurn = turn - 1;
      if (last === undefined || words === 0) return;
      history.push({ ...last, text: last.text.split(' ').slice(0, words).join(' '), interrupted: true });
    },
    history,
    get memory() {
      return memory;
    },
  };
}

export async function collect(
  brain: Pick<Engine<AgentRequest, AgentEvent>, 'run'>,
  request: AgentRequest,
): Promise<readonly AgentEvent[]> {
  const events: AgentEvent[] = [];
  for await (const event of brain.run(request, { aborted: false })) events.push(event);
  return events;
}

export function summary(events: readonly AgentEvent[]): Answered {
  const phrases = events.flatMap((event) => (event.type === 'phrase' ? [event.text] : []));
  const traces = events.flatMap((event) => (event.type === 'trace' ? [event.trace] : []));
  const memories = events.flatMap((event) => (event.type === 'memory' ? [event.memory] : []));
  return {
    text: phrases.join(' '),
    phrases,
    actions: events.flatMap((event) => (event.type === 'action' ? [event.action] : [])),
    trace: traces.at(-1) ?? { brain: 'embedded' },
    memory: memories.at(-1) ?? null,
  };
}
