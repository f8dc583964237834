import { openChatConnection, withoutSecrets } from '../../kit/chat/index.ts';
import { type Clock, systemClock } from '../../kit/clock.ts';
import type { AgentAction, AgentEvent, AgentRequest, AgentTrace, LlmConfig } from '../../line/agent.ts';
import { isReading } from '../../line/agent.ts';
import type { JobSignal } from '../../line/engine.ts';
import { createConfidential } from '../confidential.ts';
import type { EmbeddedAgent } from '../embedded/agent.ts';
import { eventsOf, type Fallback, phraseEvent } from '../events.ts';
import type { Knowledge, NearPassage } from '../knowledge.ts';
import { builtInTools, builtInToolsOf } from './built-in/registry.ts';
import type { BuiltInTool } from './built-in/tool.ts';
import { transferCall } from './built-in/transfer-call/index.ts';
import { type Completion, createCompletions, modelsOf, type Round } from './completion.ts';
import { flowAtStart, flowFrom, hasBranches, isRead, type ModelFlow, notesFrom, stepOf } from './flow.ts';
import { type Led, ledBy } from './led.ts';
import { createModelUses } from './model-use.ts';
import { type ModelNotes, modelNotesOf, waiting, withExchange, withoutCallsOf, withResult } from './notes.ts';
import { brokenOff, silentActions } from './own-lines.ts';
import { rulesOf } from './prompt.ts';
import { readAhead } from './read-ahead.ts';
import { createReplyCalls, type SilentCompletion } from './reply-calls.ts';
import { exchangeOf, roundsSinceCaller, withWords } from './rounds.ts';
import { createSpokenReply, type SpokenReply } from './spoken-reply.ts';
import { createStepTools, planInStep } from './step-tools.ts';
import type { Patience } from './stream.ts';
import { wireName } from './tools.ts';

export interface ModelAgentDeps {
  readonly embedded: EmbeddedAgent;
  readonly knowledge: Knowledge;
  readonly clock?: Clock;
  /** Replies when this model fails; without one, the embedded agent does. */
  readonly next?: ModelAgent;
  /** Those of the registry by default. */
  readonly builtIn?: readonly BuiltInTool[];
}

export interface ModelAgent {
  /** `before`: the models that failed to give this reply. */
  reply(request: AgentRequest, signal: JobSignal, before?: Fallback): AsyncGenerator<AgentEvent>;
}

const searchCount = 10;
/**
 * Maximum rounds of tools since the caller's latest words, and completions in one reply. The model then answers without
 * tools.
 */
const mostRounds = 4;

export function createModelAgent(
  config: LlmConfig,
  { embedded, knowledge, clock = systemClock, next, builtIn: registered = builtInTools }: ModelAgentDeps,
): ModelAgent {
  const patience = patienceOf(config);
  // The stream limits apply first; this timeout covers connections that they no longer watch.
  const connection = openChatConnection(config, 2 * patience.totalMs, config.learned);
  const openUse = createModelUses(config, () => connection.dialect);
  const complete = createCompletions({ config, connection, patience, clock });

  async function* modelled(
    request: AgentRequest,
    notes: ModelNotes,
    { signal, before }: { readonly signal: JobSignal; readonly before: Fallback },
  ): AsyncGenerator<AgentEvent> {
    const near = await search(knowledge, request);
    if (signal.aborted) return;
    // Stored first, so that the tool result is kept even if this reply is interrupted.
    const isFlow = hasBranches(request.plan);
    let flow = flowAtStart(request);
    yield { type: 'memory', memory: { ...request.memory, openai: notes, ...(isFlow && { flow }) } };
    const offered = builtInToolsOf(request.plan, registered);
    const confidential = createConfidential(request.plan, rulesOf(request.plan, offered));
    const reply = createSpokenReply(confidential);
    const use = openUse();
    const led = isFlow ? await ledBy({ embedded, request, notes, flow }) : undefined;
    if (led?.actions !== undefined) return yield* withoutModel(led, led.actions, before);
    flow = led?.flow ?? flow;
    let current = led?.notes ?? notes;
    if (led !== undefined) yield* beginning(led, reply);
    let retried = led?.retried ?? request;
    const replyCalls = createReplyCalls(confidential);
    for (let round = 1; ; round++) {
      const steps = isFlow ? createStepTools(request.plan, flow) : undefined;
      const builtIn = [...offered, ...(steps?.tools ?? [])];
      const inStep = isFlow ? { ...request, plan: planInStep(request.plan, flow) } : request;
      const part = { request: inStep, near, reply, signal, use, before, builtIn, flow: isFlow ? flow : undefined };
      const mayCall = replyCalls.mayCall && roundsSinceCaller(inStep, current) < mostRounds;
      const completion = yield* complete({ ...part, notes: current, mayCall });
      if (completion === undefined) return;
      if (mayCall && replyCalls.asksAgain(request.input, silenceIn(completion, reply))) continue;
      const calls = replyCalls.read({ request: inStep, notes: current, builtIn, calls: completion.calls });
      if (steps !== undefined && steps.flow !== flow) {
        flow = steps.flow;
        retried = inFlow(retried, flow);
      }
      const actions = calls.flatMap(({ outcome }) => ('action' in outcome ? [outcome.action] : []));
      const isAnswered = calls.length > 0 && actions.length === 0;
      if (calls.length > 0) current = withExchange(current, exchangeOf(request, reply.said, calls, completion.by));
      // The model learns at once what the answers are, or that nothing will happen: the caller expects something.
      if (isAnswered && completion.outcome === 'complete' && round < mostRounds) continue;
      const outcome = isAnswered && completion.outcome === 'complete' ? 'llm_garbage' : completion.outcome;
      const end = { ...completion, ...part, request: retried, notes: current, actions, outcome };
      return yield* conclude({ ...end, flow: isFlow ? flow : undefined });
    }
  }

  async function* conclude(end: Conclusion): AsyncGenerator<AgentEvent> {
    const { request, notes, near, reply, actions, signal, use, before, flow } = end;
    const nothing = reply.spokenChars === 0 && actions.length === 0;
    const outcome = end.outcome === 'complete' && nothing ? 'llm_garbage' : end.outcome;
    const refusal = refusalIn(config, end.refusal);
    const models = [...modelsOf(before), use.ended(outcome === 'complete' ? {} : { failure: outcome, ...refusal })];
    const fallback = { ...(outcome === 'complete' ? {} : { fallback: outcome, ...refusal }), ...before, models };
    if (isFailure(outcome) && reply.spokenChars === 0 && next !== undefined)
      return yield* next.reply(request, signal, fallback);
    // The embedded agent cannot report what a tool returned to the model.
    const isReport = request.input.kind === 'tool_result';
    if (outcome !== 'complete' && reply.spokenChars === 0 && !isReport)
      return yield* scripted(embedded, request, { notes, fallback });
    if (outcome !== 'complete') yield* brokenOff(request, outcome, reply.spokenChars).map(phraseEvent);
    const silent = outcome === 'complete' && reply.spokenChars === 0 ? silentActions(request, actions, reply.said) : [];
    const phrases = silent.map((phrase) => phraseEvent(reply.add(phrase)));
    const modelNotes = outcome === 'complete' ? notes : withoutCallsOf(notes, request.turn);
    yield {
      type: 'memory',
      memory: {
        openai: withWords(modelNotes, request.turn, reply.said, end.calls.length > 0),
        embedded: null,
        ...(flow && { flow }),
      },
    };
    yield* inOrder(request, outcome === 'complete' ? actions : [], phrases);
    const record = { ...sourcesIn(near), ...(flow && tracedIn(flow)) };
    yield { type: 'trace', trace: { brain: 'openai', ...record, ...fallback } };
  }

  return {
    async *reply(request, signal, before = {}) {
      const { input } = request;
      // Drops the tool calls of the earlier agent: this one cannot continue them.
      const isOther = input.kind === 'hand_over_result' && input.ok;
      const earlier = modelNotesOf(isOther ? undefined : request.memory?.openai);
      const settled = withoutCallsOf(earlier, request.interruptedTurn, request.begunActions);
      const notes = noted(settled, request);
      const result = input.kind === 'tool_result' || input.kind === 'transfer_result';
      // A result for a call that the model did not make: the embedded agent made it in a fallback reply.
      const foreign = result && notes === settled;
      const connected = input.kind === 'transfer_result' && input.result === 'accepted';
      if (input.kind === 'opening' && config.readsAhead) void readAhead(request, { config, connection, registered });
      if (input.kind === 'opening' || input.kind === 'silence' || foreign || connected) {
        yield* scripted(embedded, request, { notes });
      } else if (result && waiting(notes)) {
        // The model continues only after all of its tool calls have returned.
        yield { type: 'memory', memory: { ...request.memory, openai: notes } };
        yield { type: 'trace', trace: { brain: 'openai', intent: 'waiting' } };
      } else {
        yield* modelled(request, notes, { signal, before });
      }
    },
  };
}

/** Says the words of the flow. An interrupted reply keeps what code has read, and the step whose words it says. */
function* beginning({ phrases, retried }: Led, reply: SpokenReply): Generator<AgentEvent> {
  yield { type: 'memory', memory: retried.memory };
  yield* phrases.map((phrase) => phraseEvent(reply.add(phrase)));
}

/** Acts and speaks. A tool that only reads runs while its announcement is being spoken. */
function* inOrder(
  { plan }: AgentRequest,
  actions: readonly AgentAction[],
  phrases: readonly AgentEvent[],
): Generator<AgentEvent> {
  const events = actions.map((action): AgentEvent => ({ type: 'action', action }));
  const isEarly = (event: AgentEvent): boolean => event.type === 'action' && isReading(plan, event.action);
  yield* events.filter(isEarly);
  yield* phrases;
  yield* events.filter((event) => !isEarly(event));
}

/** Says and does what code has decided. */
function* withoutModel(
  { flow, notes, phrases }: Led,
  actions: readonly AgentAction[],
  before: Fallback,
): Generator<AgentEvent> {
  yield { type: 'memory', memory: { openai: notes, embedded: null, flow } };
  yield* phrases.map(phraseEvent);
  yield* actions.map((action): AgentEvent => ({ type: 'action', action }));
  yield { type: 'trace', trace: { brain: 'embedded', ...tracedIn(flow), ...before } };
}

/** Lets the embedded agent reply, from where the model is. */
async function* scripted(
  embedded: EmbeddedAgent,
  request: AgentRequest,
  { notes, fallback = {} }: { readonly notes: ModelNotes; readonly fallback?: Fallback },
): AsyncGenerator<AgentEvent> {
  const isFlow = hasBranches(request.plan);
  const before = flowBefore(request);
  const earlier = request.memory?.embedded ?? (isFlow ? notesFrom(request.plan, before) : null);
  const isContinued = isFlow && isRead(request, before) && stepOf(request.plan, before) !== undefined;
  const answer = await (isContinued ? embedded.carryOn(request, earlier) : embedded.answer(request, earlier));
  const closed = withoutCallsOf(notes, request.turn);
  const flow = isFlow ? { flow: flowFrom(answer.notes) } : {};
  yield* eventsOf(answer, { openai: closed, embedded: answer.notes, ...flow }, fallback);
}

const flowBefore = ({ memory }: AgentRequest): ModelFlow => ({
  facts: {},
  finished: [],
  results: {},
  path: [],
  handOvers: 0,
  ...(memory?.flow as object | undefined),
});

/** Returns the request of an agent that carries on where the model has moved the flow by the caller's words. */
const inFlow = (request: AgentRequest, flow: ModelFlow): AgentRequest => ({
  ...request,
  memory: { ...request.memory, embedded: null, flow: { ...flow, readIn: request.turn } },
});

/** Returns the places of the passages that the model was given. */
function sourcesIn(near: readonly NearPassage[]): Pick<AgentTrace, 'sources'> {
  const sources = [...new Set(near.map(({ document, passage }) => `${document.id}: ${passage.place}`))].slice(0, 4);
  return sources.length === 0 ? {} : { sources };
}

/** Returns the part of a flow that belongs in the record. */
function tracedIn({ facts, path }: ModelFlow): Partial<AgentTrace> {
  const slots = Object.entries(facts).filter(([, value]) => value !== '');
  return { ...(path.length > 0 && { path }), ...(slots.length > 0 && { slots: Object.fromEntries(slots) }) };
}

const silenceIn = (
  { calls, outcome, isEmpty = false }: Completion,
  { spokenChars }: SpokenReply,
): SilentCompletion => ({
  isSilent: calls.length === 0 && spokenChars === 0 && (outcome === 'complete' || outcome === 'llm_garbage'),
  isEmpty,
});

interface Conclusion extends Completion, Omit<Round, 'mayCall'> {
  readonly actions: readonly AgentAction[];
}

/** The answer of another model would not be withheld for a better reason. */
const isFailure = (outcome: Completion['outcome']): boolean => outcome !== 'complete' && outcome !== 'llm_withheld';

function patienceOf(config: LlmConfig): Patience {
  const firstTokenMs = config.firstTokenTimeoutMs ?? 1500;
  const limitMs = Math.max(config.totalTimeoutMs ?? 6000, firstTokenMs);
  // The caller waits for both models together.
  const totalMs = config.fallback === undefined ? limitMs : Math.max(limitMs / 2, firstTokenMs);
  return { firstTokenMs, totalMs, stallMs: totalMs / 2 };
}

/** Searches the documents for the caller's last words. */
function search(knowledge: Knowledge, { plan, history, input }: AgentRequest): Promise<readonly NearPassage[]> {
  const last = history.findLast((line) => line.speaker === 'caller')?.text ?? '';
  const words = input.kind === 'said' ? input.text : last;
  return words === '' ? Promise.resolve([]) : knowledge.passages(plan.knowledge, words, searchCount);
}

/** Records the result of a tool or a transfer. */
function noted(notes: ModelNotes, { input, history }: AgentRequest): ModelNotes {
  const at = history.length;
  if (input.kind === 'tool_result') {
    const result = input.ok ? input.result : `Failed: ${input.result}`;
    return withResult(notes, { id: input.id, name: wireName(input.name), result, at });
  }
  if (input.kind !== 'transfer_result') return notes;
  const result = `The transfer ended with: ${input.result}.`;
  return withResult(notes, { id: input.id, name: transferCall.name, result, at });
}

const maxRefusalChars = 200;

/** Returns the server's sentence for the record, without the key. */
function refusalIn(config: LlmConfig, sentence: string | undefined): { readonly refusal?: string } {
  return sentence === undefined ? {} : { refusal: withoutSecrets(config, sentence).slice(0, maxRefusalChars) };
}
