import { type AgentTurn, type CustomerEnd, createCustomer, mistakeIn } from '../../../../media/agent/customer/index.ts';
import type { TextAgent, TextConversation } from '../../../../media/index.ts';
import type { AgentPlan, LlmConfig, PathPart, UsedModels } from '../../../../media/ports.ts';
import { agentClockMs } from './agent-clock.ts';
import { customerPlanOf } from './customer-plan.ts';
import { type Play, type Played, type Playing, targetMissing } from './play.ts';
import type { Rewording } from './rewording.ts';
import { runUsageOf } from './run-usage.ts';
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
  /** Returns the plan and the model of another agent that continues; undefined if it does not exist. */
  readonly handOver?: (playing: Playing, agentUuid: string) => Promise<Continued | undefined>;
  /** If absent, the customer's lines are not reworded. */
  readonly reword?: Rewording;
}

interface Continued {
  readonly plan: AgentPlan;
  readonly llm: LlmConfig | undefined;
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
    const used: UsedModels[] = [];
    const talk = openTalk(agent.converse(id, brain, llm), playing, {
      startMs,
      log,
      used,
      name: brain.agentName,
      handOver: (uuid) => options.handOver?.(playing, uuid) ?? Promise.resolve(undefined),
    });

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
    return { ...playedAs(log.lines, end, error), usage: runUsageOf(used) };
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

interface Added {
  readonly ended?: boolean;
  readonly path?: readonly PathPart[];
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
    add(speaker: Entry['speaker'], text: string, { ended = false, path = [] }: Added = {}): void {
      const rate = wordsPerSecond * (speaker === 'customer' ? pace : 1);
      const timestamp = Math.round(seconds * 10) / 10;
      lines.push({ speaker, text, timestamp, ...(path.length > 0 && { path: path.map((part) => ({ ...part })) }) });
      entries.push({ speaker, text, ...(ended ? { ended } : {}) });
      seconds += text.split(/\s+/).length / rate + gapSeconds;
    },
  };
}

interface TalkOptions {
  readonly startMs: number;
  readonly log: ReturnType<typeof createLog>;
  /** Receives what each reply asked language models. */
  readonly used: UsedModels[];
  /** Of the agent that begins. */
  readonly name: string;
  readonly handOver: (agentUuid: string) => Promise<Continued | undefined>;
}

type Input = Parameters<TextConversation['reply']>[0];

/** Returns a function that plays one turn of the agent, including its tool calls. */
function openTalk(
  conversation: TextConversation,
  { snapshot, signal }: Playing,
  { startMs, log, used, name, handOver }: TalkOptions,
) {
  const tools = createToolMocks(snapshot.scenario.tool_mocks);
  let from = name;
  return async (first: Input): Promise<AgentTurn> => {
    const phrases: string[] = [];
    const path: PathPart[] = [];
    let ended = false;
    const inputs: Input[] = [first];
    for (let calls = 0; calls <= mostTools; calls++) {
      const input = inputs.shift();
      if (input === undefined) break;
      const nowMs = startMs + Math.round(log.seconds * 1000);
      const { text, actions, trace } = await conversation.reply(input, nowMs, signal);
      path.push(...(trace?.path ?? []));
      if (trace?.models !== undefined) used.push({ ...trace, models: trace.models, discarded: false });
      if (text !== '') phrases.push(text);
      for (const action of actions) {
        // A transfer ends the agent's part.
        if (action.kind === 'end' || action.kind === 'transfer') ended = true;
        if (action.kind === 'hand_over') {
          const next = await handOver(action.agent);
          inputs.push({ kind: 'hand_over_result', ok: next !== undefined, from, go: action.go });
          if (next === undefined) continue;
          conversation.handOver(next.plan, next.llm);
          from = next.plan.agentName;
        }
        if (action.kind === 'tool') {
          const { ok, result } = tools.run(action.name, action.arguments);
          inputs.push({ kind: 'tool_result', id: action.id, name: action.name, ok, result });
        }
      }
    }
    const text = phrases.join(' ');
    if (text !== '' || ended) log.add('agent', text, { ended, path });
    return { text, ended };
  };
}
