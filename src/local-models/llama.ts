import { type HistoryItem, historyOf, type Message } from './chat-history.ts';
import { grammarSchemaOf, withoutOmitted } from './function-schema.ts';
import { type Slot, slotFor } from './slots.ts';

export interface Tool {
  readonly name: string;
  readonly description?: string | undefined;
  /** JSON schema of an object. */
  readonly parameters?: object | undefined;
}

export interface ReplyRequest {
  /** Whose prompt it is. */
  readonly owner: string;
  readonly messages: readonly Message[];
  readonly tools: readonly Tool[];
  readonly temperature: number;
  readonly maxTokens: number;
  /** JSON schema that the reply has to match. Replies with one call no tools. */
  readonly schema?: object | undefined;
  readonly signal: AbortSignal;
  readonly onText: (text: string) => void;
  readonly onCall: (call: LocalCall) => void;
}

export interface LocalCall {
  readonly name: string;
  readonly arguments: unknown;
}

export interface LocalReply {
  readonly text: string;
  /** Tokens of the prompt that were read for this reply; the rest was known from earlier replies. */
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly isCut: boolean;
}

export interface LocalModel {
  /** Generates a reply. One at a time. Throws `SchemaFault` before it begins. */
  reply(request: ReplyRequest): Promise<LocalReply>;
}

/** The part of the optional library `node-llama-cpp` that is used here. */
interface Library {
  getLlama(options: { readonly gpu: false; readonly build: 'never' }): Promise<{
    createGrammarForJsonSchema(schema: object): Promise<Grammar>;
    loadModel(options: { readonly modelPath: string }): Promise<{
      createContext(options: {
        readonly contextSize: number;
        readonly sequences: number;
        readonly threads: number;
      }): Promise<{ getSequence(): Sequence }>;
    }>;
  }>;
  readonly LlamaChat: new (options: {
    readonly contextSequence: Sequence;
    readonly autoDisposeSequence: boolean;
  }) => Chat;
}

/** Tokens that a reply may have at each place. */
type Grammar = object;

interface Sequence {
  clearHistory(): Promise<void>;
  readonly tokenMeter: {
    getState(): unknown;
    diff(before: unknown): { readonly usedInputTokens: number; readonly usedOutputTokens: number };
  };
}

interface FunctionCall {
  readonly functionName: string;
  readonly params: unknown;
}

interface Chat {
  generateResponse(
    history: readonly HistoryItem[],
    options: {
      readonly temperature: number;
      readonly maxTokens: number;
      readonly grammar?: Grammar;
      readonly functions?: Readonly<Record<string, { readonly description?: string; readonly params?: object }>>;
      readonly documentFunctionParams?: boolean;
      readonly onFunctionCall?: (call: FunctionCall) => void;
      readonly signal: AbortSignal;
      readonly stopOnAbortSignal: boolean;
      readonly onTextChunk: (text: string) => void;
    },
  ): Promise<{
    readonly response: string;
    readonly metadata: { readonly stopReason: string };
  }>;
}

/** Not a dependency: it brings 700 MB for graphics cards. */
export const library = 'node-llama-cpp';

/**
 * More threads wait for each other while calls use the cores too: on two busy cores, one thread was ten times as fast as
 * two.
 */
const threads = 1;
const contextTokens = 4096;

/** The model cannot be held to a schema. */
export class SchemaFault extends Error {
  constructor(cause: unknown) {
    super('response_format: the schema has something that models of this server do not support.', { cause });
    this.name = 'SchemaFault';
  }
}

interface ChatSlot extends Slot {
  readonly sequence: Sequence;
  readonly chat: Chat;
}

/** Loads a GGUF file. Rejects if the optional library is not installed, or the file cannot be read. */
export async function loadModel(path: string): Promise<LocalModel> {
  const { getLlama, LlamaChat } = (await import(library)) as Library;
  const llama = await getLlama({ gpu: false, build: 'never' });
  const model = await llama.loadModel({ modelPath: path });
  // The prompts of two conversations stay in memory, so that each turn reads its new words only.
  const context = await model.createContext({ contextSize: contextTokens, sequences: 2, threads });
  const openSlot = (): ChatSlot => {
    const sequence = context.getSequence();
    const chat = new LlamaChat({ contextSequence: sequence, autoDisposeSequence: false });
    return { sequence, chat, owner: '', read: '', usedAtMs: Number.NEGATIVE_INFINITY };
  };
  const slots = [openSlot(), openSlot()] as const;

  const grammarOf = (schema: object): Promise<Grammar> =>
    llama.createGrammarForJsonSchema(schema).catch((cause: unknown) => {
      throw new SchemaFault(cause);
    });

  return {
    async reply({ owner, messages, tools, temperature, maxTokens, schema, signal, onText, onCall }) {
      const grammar = schema === undefined ? undefined : await grammarOf(schema);
      const [first, ...rest] = messages;
      // The library writes the tools behind the instructions.
      const prompt = { owner, text: JSON.stringify([first, tools, rest]) };
      const nowMs = performance.now();
      const slot = slotFor(slots, prompt, nowMs);
      const { sequence, chat } = slot;
      if (slot.owner !== owner) await sequence.clearHistory();
      Object.assign(slot, { owner, read: prompt.text, usedAtMs: nowMs });
      const before = sequence.tokenMeter.getState();
      const called = ({ functionName, params }: FunctionCall): LocalCall => {
        const { parameters } = tools.find(({ name }) => name === functionName) ?? {};
        return { name: functionName, arguments: withoutOmitted(params ?? {}, parameters) };
      };
      const { response, metadata } = await chat.generateResponse(historyOf(messages), {
        temperature,
        maxTokens,
        ...(grammar !== undefined ? { grammar } : functionsOf(tools, (call) => onCall(called(call)))),
        signal,
        stopOnAbortSignal: true,
        onTextChunk: onText,
      });
      const used = sequence.tokenMeter.diff(before);
      return {
        text: response,
        promptTokens: used.usedInputTokens,
        completionTokens: used.usedOutputTokens,
        isCut: metadata.stopReason === 'maxTokens',
      };
    },
  };
}

/** The library describes the tools in the form that the model was trained with, and holds its calls to their schemas. */
function functionsOf(tools: readonly Tool[], onFunctionCall: (call: FunctionCall) => void) {
  if (tools.length === 0) return {};
  const functions = tools.map(({ name, description, parameters }) => {
    const params = parameters === undefined ? {} : { params: grammarSchemaOf(parameters) };
    return [name, { ...(description !== undefined && { description }), ...params }] as const;
  });
  return { functions: Object.fromEntries(functions), documentFunctionParams: true, onFunctionCall };
}
