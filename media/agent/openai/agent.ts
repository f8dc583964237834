import { openChatClient } from '../../kit/chat-client.ts';
import { type Clock, systemClock } from '../../kit/clock.ts';
import type { AgentAction, AgentEvent, AgentRequest, LlmConfig } from '../../line/agent.ts';
import type { JobSignal } from '../../line/engine.ts';
import { withoutMarks } from '../../retrieval/index.ts';
import { type Confidential, createConfidential } from '../confidential.ts';
import type { EmbeddedAgent } from '../embedded/agent.ts';
import { type Say, sayIn } from '../embedded/wording.ts';
import { eventsOf, phraseEvent } from '../events.ts';
import type { Knowledge, NearPassage } from '../knowledge.ts';
import { createPhraser, endsSentence, type Phrase, phrasesOf } from '../phrases.ts';
import { type ModelNotes, modelNotesOf, type ToolCall, waiting, withExchange, withResult } from './notes.ts';
import { alreadyWritten, messagesOf, rulesOf } from './prompt.ts';
import { createSpeechFilter } from './speech.ts';
import { type Patience, streamCompletion } from './stream.ts';
import { actionOf, ownTools, toolsOf, wireName } from './tools.ts';

export interface ModelAgentDeps {
  readonly embedded: EmbeddedAgent;
  readonly knowledge: Knowledge;
  readonly clock?: Clock;
}

export interface ModelAgent {
  reply(request: AgentRequest, signal: JobSignal): AsyncGenerator<AgentEvent>;
}

/** A longer reply is cut at the end of its sentence. */
const maxReplyChars = 600;
const searchCount = 10;

export function createModelAgent(
  config: LlmConfig,
  { embedded, knowledge, clock = systemClock }: ModelAgentDeps,
): ModelAgent {
  const patience = patienceOf(config);
  // The stream limits apply first; this timeout covers connections that they no longer watch.
  const client = openChatClient(config, 2 * patience.totalMs);

  async function* scripted(request: AgentRequest, notes: ModelNotes, fallback?: Fallback): AsyncGenerator<AgentEvent> {
    const answer = await embedded.answer(request, request.memory?.embedded);
    yield* eventsOf(answer, { openai: notes, embedded: answer.notes }, fallback);
  }

  async function* modelled(request: AgentRequest, notes: ModelNotes, signal: JobSignal): AsyncGenerator<AgentEvent> {
    const near = await search(knowledge, request);
    if (signal.aborted) return;
    // Stored first, so that the tool result is kept even if this reply is interrupted.
    yield { type: 'memory', memory: { ...request.memory, openai: notes } };
    const confidential = createConfidential(request.plan, rulesOf(request.plan));
    const reply = createReply(confidential);
    const events = streamCompletion({
      client,
      call: { model: config.model, messages: messagesOf(request, notes, near), tools: toolsOf(request.plan) },
      patience,
      clock,
      signal,
      speaking: () => reply.spokenChars > 0,
    });
    let calls: readonly ToolCall[] = [];
    let outcome: Fallback | 'complete' | undefined;
    for await (const event of events) {
      if (event.type === 'slow') yield { type: 'phrase', text: sayOf(request)('moment') };
      else if (event.type === 'text') yield* reply.push(event.text).map(phraseEvent);
      else if (event.type === 'calls') calls = event.calls;
      else if (event.type === 'failed') outcome = event.code;
      else outcome = event.finished || reply.sentenceComplete || calls.length > 0 ? 'complete' : 'llm_error';
      if (reply.garbage) outcome = 'llm_garbage';
      if (reply.withheld) outcome = 'llm_withheld';
      if (reply.full) outcome = 'complete';
      if (outcome !== undefined) break;
    }
    if (outcome === undefined) return;
    yield* conclude({ request, notes, near, reply, calls, outcome, confidential });
  }

  async function* conclude(end: Conclusion): AsyncGenerator<AgentEvent> {
    const { request, notes, near, reply, calls, confidential } = end;
    if (end.outcome === 'complete') yield* reply.end().map(phraseEvent);
    const acts = calls.map((call) => ({ call, action: actionOf(request, confidential, call) }));
    const actions = acts.flatMap(({ action }) => (action === undefined ? [] : [action]));
    const nothing = reply.spokenChars === 0 && actions.length === 0;
    const outcome = outcomeOf(end, nothing);
    if (outcome !== 'complete' && reply.spokenChars === 0) return yield* scripted(request, notes, outcome);
    if (outcome !== 'complete') yield* brokenOff(request, outcome).map(phraseEvent);
    else if (reply.spokenChars === 0) yield* silentActions(request, actions);
    const made =
      outcome === 'complete' ? acts.filter(({ action }) => action !== undefined).map(({ call }) => call) : [];
    yield { type: 'memory', memory: { openai: remembered(request, notes, made, reply.said), embedded: null } };
    if (outcome === 'complete') yield* actions.map((action): AgentEvent => ({ type: 'action', action }));
    const sources = [...new Set(near.map(({ document, passage }) => `${document.id}: ${passage.place}`))].slice(0, 4);
    const fallback = outcome === 'complete' ? {} : { fallback: outcome };
    yield { type: 'trace', trace: { brain: 'openai', ...(sources.length > 0 && { sources }), ...fallback } };
  }

  return {
    async *reply(request, signal) {
      const { input } = request;
      const earlier = modelNotesOf(request.memory?.openai);
      const notes = noted(earlier, request);
      const result = input.kind === 'tool_result' || input.kind === 'transfer_result';
      // A result for a call that the model did not make: the embedded agent made it in a fallback reply.
      const foreign = result && notes === earlier;
      const connected = input.kind === 'transfer_result' && input.result === 'accepted';
      if (input.kind === 'opening' || input.kind === 'silence' || foreign || connected) {
        yield* scripted(request, notes);
      } else if (result && waiting(notes)) {
        // The model continues only after all of its tool calls have returned.
        yield { type: 'memory', memory: { ...request.memory, openai: notes } };
        yield { type: 'trace', trace: { brain: 'openai', intent: 'waiting' } };
      } else {
        yield* modelled(request, notes, signal);
      }
    },
  };
}

type Fallback = 'llm_timeout' | 'llm_error' | 'llm_garbage' | 'llm_withheld';

interface Conclusion {
  readonly request: AgentRequest;
  readonly notes: ModelNotes;
  readonly near: readonly NearPassage[];
  readonly reply: SpokenReply;
  readonly calls: readonly ToolCall[];
  readonly outcome: Fallback | 'complete';
  readonly confidential: Confidential;
}

/** The final words may still turn a complete reply into a withheld or garbage one. */
function outcomeOf({ outcome, reply }: Conclusion, nothing: boolean): Conclusion['outcome'] {
  if (outcome !== 'complete') return outcome;
  if (reply.withheld) return 'llm_withheld';
  return reply.garbage || nothing ? 'llm_garbage' : 'complete';
}

function patienceOf(config: LlmConfig): Patience {
  const firstTokenMs = config.firstTokenTimeoutMs ?? 1500;
  const totalMs = Math.max(config.totalTimeoutMs ?? 6000, firstTokenMs);
  return { firstTokenMs, totalMs, stallMs: totalMs / 2 };
}

interface SpokenReply {
  push(piece: string): readonly Phrase[];
  end(): readonly Phrase[];
  readonly spokenChars: number;
  /** The phrases so far, as they appear in the history. */
  readonly said: string;
  readonly garbage: boolean;
  /** Whether the output reached confidential text. Nothing after that point is spoken. */
  readonly withheld: boolean;
  readonly full: boolean;
  /** Whether the text so far ends a sentence, so that a stream that stops without a finish reason may be complete. */
  readonly sentenceComplete: boolean;
}

/** Filters the model's text and splits it into phrases. */
function createReply(confidential: Confidential): SpokenReply {
  const filter = createSpeechFilter();
  const phraser = createPhraser();
  let spokenChars = 0;
  let text = '';
  let full = false;
  let withheld = false;
  let said = '';

  const speak = (phrases: readonly Phrase[]): readonly Phrase[] => {
    const spoken: Phrase[] = [];
    for (const phrase of phrases) {
      const words = withoutMarks(phrase.text);
      if (full || withheld || !/[\p{L}\p{N}]/u.test(words)) continue;
      const all = `${said}${said === '' ? '' : ' '}${words}`;
      withheld = confidential.isIn(all);
      if (withheld) continue;
      spokenChars += words.length;
      said = all;
      full = spokenChars >= maxReplyChars && !phrase.continues;
      spoken.push({ ...phrase, text: words });
    }
    return spoken;
  };

  return {
    push(piece) {
      const visible = filter.push(piece);
      text += visible;
      return filter.garbage ? [] : speak(phraser.push(visible));
    },
    end: () => (filter.garbage || full ? [] : speak(phraser.end())),
    get spokenChars() {
      return spokenChars;
    },
    get said() {
      return said;
    },
    get garbage() {
      return filter.garbage;
    },
    get withheld() {
      return withheld;
    },
    get full() {
      return full;
    },
    get sentenceComplete() {
      return endsSentence(text.trimEnd());
    },
  };
}

/** Searches the documents for the caller's last words. */
function search(knowledge: Knowledge, { plan, history, input }: AgentRequest): Promise<readonly NearPassage[]> {
  const last = history.findLast((line) => line.speaker === 'caller')?.text ?? '';
  const words = input.kind === 'said' ? input.text : last;
  return words === '' ? Promise.resolve([]) : knowledge.passages(plan.knowledge, words, searchCount);
}

/** Records the result of a tool or a transfer. */
function noted(notes: ModelNotes, { input }: AgentRequest): ModelNotes {
  if (input.kind === 'tool_result')
    return withResult(notes, wireName(input.name), input.ok ? input.result : `Failed: ${input.result}`);
  if (input.kind === 'transfer_result')
    return withResult(notes, ownTools.transfer, `The transfer ended with: ${input.result}.`);
  return notes;
}

function remembered(request: AgentRequest, notes: ModelNotes, calls: readonly ToolCall[], said: string): ModelNotes {
  const open = calls.filter((call) => call.name !== ownTools.end);
  if (open.length === 0) return notes;
  const unwritten = request.input.kind === 'said' && !alreadyWritten(request) ? 1 : 0;
  const made = withExchange(notes, { at: request.history.length + unwritten, said, calls: open });
  return open.some((call) => call.name === ownTools.keys) ? withResult(made, ownTools.keys, 'Sent.') : made;
}

const sayOf = ({ plan, callUuid, turn }: AgentRequest): Say => sayIn(plan.languageCode, `${callUuid}:${turn}`);

/** Returns the apology after a reply that broke off or was withheld as confidential. */
const brokenOff = (request: AgentRequest, outcome: Fallback): readonly Phrase[] =>
  phrasesOf(sayOf(request)(outcome === 'llm_withheld' ? 'withheld' : 'lost_thread'));

/** Speaks when the model acts without text, so that the caller does not wait in silence. */
function* silentActions(request: AgentRequest, actions: readonly AgentAction[]): Generator<AgentEvent> {
  const say = sayOf(request);
  const [action] = actions;
  if (action?.kind === 'end' && action.reason !== 'voicemail') yield* phrasesOf(request.plan.goodbye).map(phraseEvent);
  else if (action?.kind === 'transfer') yield* phrasesOf(say('connecting')).map(phraseEvent);
  else if (action?.kind === 'tool') yield* phrasesOf(say('moment')).map(phraseEvent);
}
