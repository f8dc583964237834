import { z } from 'zod';
import type {
  ChatChoice,
  ChatConnection,
  ChatDialect,
  ChatFailure,
  ChatRequest,
  ChatServer,
} from '../../media/kit/chat/index.ts';
import { parseJson } from '../../media/kit/parse-json.ts';
import { createSlots } from '../slots.ts';

export interface LanguageModelConfig extends ChatServer, ChatChoice {
  /** What the server accepts, as far as it is known. */
  readonly learned?: ChatDialect;
}

/**
 * `llm_busy`: too many requests wait. `llm_long`: the output was cut off. `llm_invalid`: the output does not match the
 * schema.
 */
export type LlmFailure = ChatFailure | 'llm_busy' | 'llm_empty' | 'llm_long' | 'llm_invalid';

export type Completed<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'failed'; readonly code: LlmFailure };

export interface Completing {
  readonly messages: readonly ChatMessage[];
  readonly maxTokens: number;
  /** Limit for the whole call, including the time in the queue and a second attempt. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

export interface CompletingObject<T extends z.ZodType> extends Completing {
  /** Name of the schema sent to the server: letters, digits, `_` and `-`. */
  readonly name: string;
  readonly schema: T;
}

/**
 * A server with a chat-completions API, for work outside calls. Failures are values, so that the caller can fall back.
 * Rejects only when the caller's signal aborts.
 */
export interface LanguageModel {
  text(wanted: Completing): Promise<Completed<string>>;
  /** Requests an object of the schema. An invalid answer is sent back once with the validation errors. */
  object<T extends z.ZodType>(asked: CompletingObject<T>): Promise<Completed<z.output<T>>>;
}

export interface LanguageModelLimits {
  /** Maximum of concurrent requests. `waiting` limits the queue behind them. */
  readonly atOnce: number;
  readonly waiting: number;
}

const defaults: LanguageModelLimits = { atOnce: 4, waiting: 32 };
/** Cuts off a server that ignores `max_tokens`. */
const charactersPerToken = 12;
/** Connection timeout. The time limit of each request comes first. */
const connectionMs = 600_000;

type Format = NonNullable<ChatRequest['format']>;

export function createLanguageModel(
  config: LanguageModelConfig,
  limits: Partial<LanguageModelLimits> = {},
): LanguageModel {
  const slots = createSlots({ ...defaults, ...limits });
  let opening: Promise<Opened> | undefined;

  /** Runs `work` within a slot and the time limit. */
  async function bounded<T>({ timeoutMs, signal }: Completing, work: (by: AbortSignal) => Promise<Completed<T>>) {
    const late = AbortSignal.timeout(timeoutMs);
    const either = signal === undefined ? late : AbortSignal.any([signal, late]);
    let leave: (() => void) | undefined;
    try {
      leave = await slots.enter(either);
      return leave === undefined ? failed('llm_busy') : await work(either);
    } catch (error) {
      signal?.throwIfAborted();
      if (late.aborted) return failed('llm_timeout');
      opening ??= openConnection(config);
      return failed((await opening).failureOf(error));
    } finally {
      leave?.();
    }
  }

  async function stream(asked: Completing, signal: AbortSignal, format?: Format): Promise<Completed<string>> {
    opening ??= openConnection(config);
    const { connection, withoutReasoning } = await opening;
    const { messages, maxTokens } = asked;
    const { model, extraBody } = config;
    const request = { model, messages, maxTokens, temperature: 0, ...(extraBody !== undefined && { extraBody }) };
    let text = '';
    let isCut = false;
    for await (const piece of connection.stream(format === undefined ? request : { ...request, format }, { signal })) {
      if (piece.type === 'text') text += piece.text;
      isCut ||= piece.type === 'finish' && piece.reason === 'length';
      if (text.length > maxTokens * charactersPerToken) return failed('llm_long');
    }
    // The stream of an aborted request ends without an error.
    signal.throwIfAborted();
    if (isCut) return failed('llm_long');
    const answer = withoutReasoning(text);
    return answer === '' ? failed('llm_empty') : { kind: 'done', value: answer };
  }

  async function ask<T extends z.ZodType>(
    request: CompletingObject<T>,
    signal: AbortSignal,
  ): Promise<Completed<z.output<T>>> {
    const schema = z.toJSONSchema(request.schema) as Record<string, unknown>;
    const format: Format = { name: request.name, schema };
    const rule = `Answer with one JSON object of this schema and nothing else:\n${JSON.stringify(schema)}`;
    // At the end, so that requests about the same text begin alike: servers that remember prompts read it once.
    let messages = withLast(request.messages, rule);
    for (const isLast of [false, true]) {
      const completion = await stream({ ...request, messages }, signal, format);
      if (completion.kind === 'failed') return completion;
      const read = readObject(request.schema, completion.value);
      if (read.success) return { kind: 'done', value: read.data };
      if (isLast) break;
      const wrong = `That is not an object of the schema:\n${z.prettifyError(read.error)}\nAnswer again with the corrected JSON object only.`;
      messages = [...messages, { role: 'assistant', content: completion.value }, { role: 'user', content: wrong }];
    }
    return failed('llm_invalid');
  }

  return {
    text: (request) => bounded(request, (signal) => stream(request, signal)),
    object: (request) => bounded(request, (signal) => ask(request, signal)),
  };
}

/** Adds a paragraph to the last message. */
const withLast = (messages: readonly ChatMessage[], rule: string): readonly ChatMessage[] =>
  messages.map((message, index) =>
    index === messages.length - 1 ? { ...message, content: `${message.content}\n\n${rule}` } : message,
  );

const failed = (code: LlmFailure): { kind: 'failed'; code: LlmFailure } => ({ kind: 'failed', code });

/** Parses the object in an answer, which may be surrounded by words or a code fence. */
function readObject<T extends z.ZodType>(schema: T, text: string): z.ZodSafeParseResult<z.output<T>> {
  const json = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
  let value: unknown;
  try {
    value = parseJson(json);
  } catch {
    value = undefined;
  }
  return schema.safeParse(value);
}

interface Opened {
  readonly connection: ChatConnection;
  readonly failureOf: (error: unknown) => ChatFailure;
  readonly withoutReasoning: (text: string) => string;
}

/**
 * Loaded with the first request, because the client takes some MB that an installation without requests need not spend.
 */
async function openConnection(config: LanguageModelConfig): Promise<Opened> {
  const { chatFailureOf, openChatConnection, withoutReasoning } = await import('../../media/kit/chat/index.ts');
  return {
    connection: openChatConnection(config, connectionMs, config.learned),
    failureOf: chatFailureOf,
    withoutReasoning,
  };
}
