export interface ReplyRequest {
  readonly messages: readonly { readonly role: 'system' | 'user' | 'assistant'; readonly content: string }[];
  readonly temperature: number;
  readonly maxTokens: number;
  /** JSON schema that the reply has to match. */
  readonly schema?: object | undefined;
  readonly signal: AbortSignal;
  readonly onText: (text: string) => void;
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
  readonly tokenMeter: {
    getState(): unknown;
    diff(before: unknown): { readonly usedInputTokens: number; readonly usedOutputTokens: number };
  };
}

interface Chat {
  generateResponse(
    history: readonly HistoryItem[],
    options: {
      readonly temperature: number;
      readonly maxTokens: number;
      readonly grammar?: Grammar;
      readonly signal: AbortSignal;
      readonly stopOnAbortSignal: boolean;
      readonly onTextChunk: (text: string) => void;
    },
  ): Promise<{ readonly response: string; readonly metadata: { readonly stopReason: string } }>;
}

type HistoryItem =
  | { readonly type: 'system' | 'user'; readonly text: string }
  | { readonly type: 'model'; readonly response: readonly string[] };

/** Not a dependency: it brings 700 MB for graphics cards. */
export const library = 'node-llama-cpp';

/**
 * More threads wait for each other while calls use the cores too: on two busy cores, one thread was ten times as fast as
 * two.
 */
const threads = 1;
const contextTokens = 4096;
/** Conversations whose prompt stays in memory, so that each turn reads its new words only. */
const conversations = 2;

/** The model cannot be held to a schema. */
export class SchemaFault extends Error {
  constructor(cause: unknown) {
    super('response_format: the schema has something that models of this server do not support.', { cause });
    this.name = 'SchemaFault';
  }
}

/** Shorter beginnings, in characters, are common to most conversations: the first words of a caller. */
const shortestPrefix = 64;

function commonLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a.charCodeAt(length) === b.charCodeAt(length)) length += 1;
  return length;
}

interface Slot {
  readonly sequence: Sequence;
  readonly chat: Chat;
  /** What it has read last, without the instructions: they contain the time. */
  read: string;
  usedAt: number;
}

/** Loads a GGUF file. Rejects if the optional library is not installed, or the file cannot be read. */
export async function loadModel(path: string): Promise<LocalModel> {
  const { getLlama, LlamaChat } = (await import(library)) as Library;
  const llama = await getLlama({ gpu: false, build: 'never' });
  const model = await llama.loadModel({ modelPath: path });
  const context = await model.createContext({ contextSize: contextTokens, sequences: conversations, threads });
  const slots = Array.from({ length: conversations }, (): Slot => {
    const sequence = context.getSequence();
    return {
      sequence,
      chat: new LlamaChat({ contextSequence: sequence, autoDisposeSequence: false }),
      read: '',
      usedAt: 0,
    };
  });
  let uses = 0;

  const grammarOf = (schema: object): Promise<Grammar> =>
    llama.createGrammarForJsonSchema(schema).catch((cause: unknown) => {
      throw new SchemaFault(cause);
    });

  /** Returns the slot that has read most of the beginning of these messages, otherwise the one unused for longest. */
  function slotFor(messages: ReplyRequest['messages']): Slot {
    const read = JSON.stringify(messages.filter(({ role }) => role !== 'system'));
    const commonLengths = slots.map((slot) => commonLength(slot.read, read));
    const most = Math.max(...commonLengths);
    const isCommon = most >= shortestPrefix;
    const slot = slots.reduce((best, each, index) =>
      isCommon ? (commonLengths[index] === most ? each : best) : each.usedAt < best.usedAt ? each : best,
    );
    slot.read = read;
    uses += 1;
    slot.usedAt = uses;
    return slot;
  }

  return {
    async reply({ messages, temperature, maxTokens, schema, signal, onText }) {
      const grammar = schema === undefined ? undefined : await grammarOf(schema);
      const { sequence, chat } = slotFor(messages);
      const before = sequence.tokenMeter.getState();
      const { response, metadata } = await chat.generateResponse(messages.map(itemOf), {
        temperature,
        maxTokens,
        ...(grammar !== undefined && { grammar }),
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

function itemOf({ role, content }: ReplyRequest['messages'][number]): HistoryItem {
  if (role === 'assistant') return { type: 'model', response: [content] };
  return { type: role, text: content };
}
