import { connectHere, openEnginePool } from '../inference/pool.ts';
import type {
  AgentAction,
  AgentConfig,
  AgentEvent,
  AgentInput,
  AgentMemory,
  AgentPlan,
  AgentRequest,
  AgentTrace,
  LlmConfig,
} from '../line/agent.ts';
import { createConversation } from './dialogue/conversation.ts';

export interface TextAgentOptions {
  readonly modelsDir: string;
  /** Execution providers in order of preference. */
  readonly providers: readonly string[];
  readonly llm?: LlmConfig;
}

/** The agent's words and actions in reply to one input. */
export interface TextReply {
  readonly text: string;
  readonly actions: readonly AgentAction[];
  /** Who replied, and why nobody before. */
  readonly trace?: AgentTrace | undefined;
}

/** A text conversation with the agent of a plan, as in a call in which every word is heard. */
export interface TextConversation {
  /** Rejects when `signal` aborts, and when the agent fails. */
  reply(input: AgentInput, nowMs: number, signal: AbortSignal): Promise<TextReply>;
  /** The agent of this plan continues, with what is known so far. It speaks to `hand_over_result`. */
  handOver(plan: AgentPlan, llm: LlmConfig | undefined): void;
}

/** The agent engine of calls on a separate thread, at lower priority than everything that calls need. */
export interface TextAgent {
  /** Without a language model, the same id, plan, inputs and times produce the same replies. */
  converse(id: string, plan: AgentPlan, llm?: LlmConfig): TextConversation;
  close(): Promise<void>;
}

const timeoutMs = 60_000;
const niceness = 10;

/** Starts the thread. Throws `model_missing`, `model_unreadable`. */
export async function openTextAgent({ modelsDir, providers, llm }: TextAgentOptions): Promise<TextAgent> {
  const config: AgentConfig = { modelsDir, ...(llm === undefined ? {} : { llm }) };
  const pool = await openEnginePool({
    name: 'text agent',
    threads: 1,
    concurrency: 64,
    niceness,
    providers,
    log: () => {},
    engines: [{ name: 'brain', module: new URL('../agent/engine.js', import.meta.url).href, config }],
  });
  const engine = connectHere(pool).engine<AgentRequest, AgentEvent>({
    engine: 'brain',
    slackMs: () => 0,
    weight: () => 1,
    timeoutMs,
  });
  return {
    converse(id, plan, llm) {
      const conversation = createConversation(id, plan, llm);
      return {
        handOver: conversation.handedOver,
        async reply(input, nowMs, signal) {
          const phrases: string[] = [];
          const actions: AgentAction[] = [];
          let memory: AgentMemory | undefined;
          let trace: AgentTrace | undefined;
          for await (const event of engine.run(conversation.request(input, nowMs), signal)) {
            if (event.type === 'phrase') phrases.push(event.text);
            if (event.type === 'action') actions.push(event.action);
            if (event.type === 'memory') memory = event.memory;
            if (event.type === 'trace') trace = event.trace;
          }
          signal.throwIfAborted();
          const text = phrases.join(' ').replaceAll(/\s+/g, ' ').trim();
          conversation.turnTaken(input);
          const line = { turn: conversation.turn, speaker: 'agent' as const, text, startMs: 0, endMs: 0, words: [] };
          conversation.replied(text === '' ? undefined : line, memory);
          return { text, actions, trace };
        },
      };
    },
    close: () => pool.close(),
  };
}
