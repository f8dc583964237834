import { type AgentTurn, type CustomerEnd, createCustomer, mistakeIn } from '../../../../media/agent/customer/index.ts';
import type { TextAgent, TextConversation } from '../../../../media/index.ts';
import type { AgentPlan, LlmConfig } from '../../../../media/ports.ts';
import { agentClockMs } from './agent-clock.ts';
import { customerPlanOf } from './customer-plan.ts';
import { type Play, type Played, type Playing, targetMissing } from './play.ts';
import type { Rewording } from './rewording.ts';
import type { TranscriptLine } from './schema.ts';
import { createToolMocks } from './tool-mocks.ts';

export interface TextRunOptions {
  readonly agent: () => Promise<Pick<TextAgent, 'converse'>>;
  /** Returns the language model of the target; undefined for the embedded engine. */
  readonly languageModel: (playing: Playing) => Promise<LlmConfig | undefined>;
  /** Returns the language model of the organisation, which rewords the customer. */
  readonly customerModel: (playing: Playing) => Promise<LlmConfig | undefined>;
  /** Returns the plan of calls to the target; undefined if it no longer exists. */
  readonly planOf: (playing: Playing) => Promise<AgentPlan | undefined>;
  /** If absent, the customer's lines are not reworded. */
  readonly reword?: Rewording;
}

/** Maximum tool calls in response to one turn of the customer. */
const mostTools = 6;
const wordsPerSecond = 2.5;
const gapSeconds = 0.6;

/**
 * Plays runs in writing against the agent engine of calls. Without a language model, the same seed produces the same
 * run.
 */
export function createTextRuns(options: TextRunOptions): Play {
  const { agent: openAgent, planOf, reword } = options;
  return async (playing) => {
    const { run, snapshot } = playing;
    const brain = await planOf(playing);
    if (brain === undefined || !(await playing.begin())) return targetMissing;
    const agent = await openAgent();
    const usual = await options.languageModel(playing);
    const llm = usual && { ...usual, model: run.agentModel ?? usual.model };
    const ofCustomer = await options.customerModel(playing);
    const proxy = ofCustomer && { ...ofCustomer, model: playing.proxyModel ?? ofCustomer.model };
    const plan = customerPlanOf(snapshot, run.seed);
    const customer = createCustomer(plan);
    const log = createLog(plan.habits.pace);
    const startMs = agentClockMs(snapshot);
    const id = `${snapshot.scenario.uuid}:${run.seed}`;
    const talk = openTalk(agent.converse(id, brain, llm), playing, { startMs, log });

    let state = customer.first;
    let turn: AgentTurn | null = run.agentOpens ? await talk({ kind: 'opening' }) : null;
    let end: CustomerEnd | undefined;
    while (end === undefined) {
      playing.signal.throwIfAborted();
      const step = customer.step(state, turn);
      state = step.state;
      const { organisation, signal } = playing;
      const { move } = step;
      const text = proxy && reword ? await reword({ organisation, plan, move, llm: proxy, signal }) : move.text;
      if (text !== null) log.add('customer', text);
      end = move.end ?? (text === null ? 'agent_ended' : undefined);
      if (end === undefined && log.lines.length >= plan.maxTurns) end = 'max_turns';
      if (end === undefined && text !== null) turn = await talk({ kind: 'said', text, confidence: 1 });
    }
    const error = mistakeIn(plan, log.entries, end);
    return playedAs(log.lines, end, error);
  };
}

const playedAs = (transcript: readonly TranscriptLine[], end: CustomerEnd, error: string | undefined): Played =>
  error === undefined
    ? { transcript, endedReason: end }
    : {
        transcript,
        endedReason: 'error',
        errorCode: 'customer_mistake',
        error: `The simulated customer made a mistake. ${error}`,
      };

interface Entry {
  readonly speaker: 'agent' | 'customer';
  readonly text: string;
  readonly ended?: boolean;
}

/** Records lines with the times that they would have in speech. */
function createLog(pace: number) {
  const lines: TranscriptLine[] = [];
  const entries: Entry[] = [];
  let seconds = 0;
  return {
    lines,
    entries,
    get seconds() {
      return seconds;
    },
    add(speaker: Entry['speaker'], text: string, ended = false): void {
      const rate = wordsPerSecond * (speaker === 'customer' ? pace : 1);
      lines.push({ speaker, text, timestamp: Math.round(seconds * 10) / 10 });
      entries.push({ speaker, text, ...(ended ? { ended } : {}) });
      seconds += text.split(/\s+/).length / rate + gapSeconds;
    },
  };
}

type Input = Parameters<TextConversation['reply']>[0];

/** Returns a function that plays one turn of the agent, including its tool calls. */
function openTalk(
  conversation: TextConversation,
  { snapshot, signal }: Playing,
  { startMs, log }: { readonly startMs: number; readonly log: ReturnType<typeof createLog> },
) {
  const tools = createToolMocks(snapshot.scenario.tool_mocks);
  return async (first: Input): Promise<AgentTurn> => {
    const phrases: string[] = [];
    let ended = false;
    const inputs: Input[] = [first];
    for (let calls = 0; calls <= mostTools; calls++) {
      const input = inputs.shift();
      if (input === undefined) break;
      const nowMs = startMs + Math.round(log.seconds * 1000);
      const { text, actions } = await conversation.reply(input, nowMs, signal);
      if (text !== '') phrases.push(text);
      for (const action of actions) {
        // A transfer ends the agent's part.
        if (action.kind === 'end' || action.kind === 'transfer') ended = true;
        if (action.kind === 'tool') {
          const { ok, result } = tools.run(action.name, action.arguments);
          inputs.push({ kind: 'tool_result', id: action.id, name: action.name, ok, result });
        }
      }
    }
    const text = phrases.join(' ');
    if (text !== '' || ended) log.add('agent', text, ended);
    return { text, ended };
  };
}
