import type { ChatCompletionTool } from 'openai/resources/chat/completions';
import { type ChatConnection, chosenFields } from '../../kit/chat/index.ts';
import type { Clock } from '../../kit/clock.ts';
import type { AgentEvent, AgentRequest, LlmConfig } from '../../line/agent.ts';
import type { JobSignal } from '../../line/engine.ts';
import { type Fallback, phraseEvent } from '../events.ts';
import type { NearPassage } from '../knowledge.ts';
import type { BuiltInTool } from './built-in/tool.ts';
import { offeredName } from './call-syntax.ts';
import type { ModelFlow } from './flow.ts';
import type { OpenUse } from './model-use.ts';
import type { Exchange, ModelNotes, ToolCall } from './notes.ts';
import { type Failure, sayOf } from './own-lines.ts';
import { messagesOf } from './prompt.ts';
import { createReasoningHabit } from './reasoning-habit.ts';
import { afterSaid, identified } from './rounds.ts';
import type { SpokenReply } from './spoken-reply.ts';
import { type Patience, streamCompletion } from './stream.ts';
import { type WrittenCall, withoutRepeats } from './tool-call-parts.ts';
import { toolsOf } from './tools.ts';

export interface Round {
  /** Whether the model may call tools. */
  readonly mayCall: boolean;
  readonly request: AgentRequest;
  readonly notes: ModelNotes;
  readonly near: readonly NearPassage[];
  readonly reply: SpokenReply;
  readonly signal: JobSignal;
  readonly use: OpenUse;
  readonly before: Fallback;
  readonly builtIn: readonly BuiltInTool[];
  /** Where the model is in a flow with branches. */
  readonly flow: ModelFlow | undefined;
}

export interface Completion {
  readonly outcome: Failure | 'complete';
  readonly calls: readonly ToolCall[];
  /** Why the server refused, in its words. */
  readonly refusal: string | undefined;
  /** The model that made the calls, and what it wants back with them. */
  readonly by?: Pick<Exchange, 'model' | 'proof'>;
  /** Whether nothing came, not even reasoning. */
  readonly isEmpty?: boolean;
}

export interface CompletionsOptions {
  readonly config: LlmConfig;
  readonly connection: ChatConnection;
  readonly patience: Patience;
  readonly clock: Clock;
}

/** Speaks one completion. Returns undefined if it was aborted. */
export type Complete = (round: Round) => AsyncGenerator<AgentEvent, Completion | undefined>;

export function createCompletions({ config, connection, patience, clock }: CompletionsOptions): Complete {
  const model = `${config.connection?.uuid ?? config.baseUrl} ${config.model}`;
  const reasoning = createReasoningHabit();

  return async function* complete(round) {
    const { request, notes, reply, signal, use, before } = round;
    const [offered, tools] = toolsFor(round);
    reply.begin({ holds: reasoning.omitsStart, tools: offered.map(nameOf) });
    use.requested();
    // A reply that is discarded before its end has this trace only.
    yield { type: 'trace', trace: { brain: 'openai', ...before, models: [...modelsOf(before), use.soFar()] } };
    const events = streamCompletion({
      connection,
      request: {
        ...chosenFields(config),
        messages: messagesOf({
          ...round,
          request: afterSaid(request, notes, reply.said),
          model,
          mayCall: tools.length > 0,
          writesCalls: config.readsAhead,
        }),
        tools,
      },
      patience,
      clock,
      signal,
      speaking: () => reply.spokenChars > 0 || reply.hasWords,
    });
    for await (const event of events) {
      if (event.type === 'slow') yield phraseEvent(reply.add({ text: sayOf(request)('moment'), continues: false }));
      else if (event.type === 'pause') yield* reply.flush().map(phraseEvent);
      else if (event.type === 'text') yield* reply.push(event.text).map(phraseEvent);
      else if (event.type === 'usage') use.reported(event);
      else if (event.type === 'failed') {
        yield* reply.breakOff().map(phraseEvent);
        return { outcome: event.code, calls: [], refusal: event.sentence };
      } else {
        yield* reply.end().map(phraseEvent);
        reasoning.completed(reply.hasLoneEnd);
        const calls = identified(notes, request.turn, calledIn([...event.calls, ...reply.calls], tools));
        const by = { model, ...(event.proof !== undefined && { proof: event.proof }) };
        const outcome = outcomeOf(reply, event.reason, calls.length > 0);
        return { outcome, calls, refusal: undefined, by, isEmpty: event.isEmpty };
      }
      if (reply.garbage) return { outcome: 'llm_garbage', calls: [], refusal: undefined };
      if (reply.withheld) return { outcome: 'llm_withheld', calls: [], refusal: undefined };
      if (reply.full) return { outcome: 'complete', calls: [], refusal: undefined };
    }
    return undefined;
  };
}

/**
 * Returns the tools of a round, and those that the model may call now. It may write a call of the others all the same,
 * which is not to be spoken.
 */
function toolsFor({ request, builtIn, mayCall }: Round): readonly [ChatCompletionTool[], ChatCompletionTool[]] {
  const tools = toolsOf(request.plan, builtIn);
  return [tools, mayCall ? tools : []];
}

/** Returns the calls of a completion with the tools' own names, or no calls if there are no tools. */
function calledIn(written: readonly WrittenCall[], tools: readonly ChatCompletionTool[]): readonly WrittenCall[] {
  const names = tools.map(nameOf);
  const named = written.map((call) => ({ ...call, name: offeredName(call.name, names) }));
  return tools.length === 0 ? [] : withoutRepeats(named);
}

const nameOf = (tool: ChatCompletionTool): string => ('function' in tool ? tool.function.name : '');

/** The final words may still turn a complete reply into a withheld or garbage one. */
function outcomeOf(reply: SpokenReply, reason: string | undefined, hasCalls: boolean): Completion['outcome'] {
  if (reply.withheld) return 'llm_withheld';
  if (reply.garbage) return 'llm_garbage';
  if (hasCalls || reply.full) return 'complete';
  if (reason === undefined) return reply.sentenceComplete ? 'complete' : 'llm_error';
  const isCut = reason === 'content_filter' || (reason === 'length' && !reply.sentenceComplete);
  return isCut ? 'llm_cut' : 'complete';
}

export const modelsOf = ({ models = [] }: Fallback) => models;
