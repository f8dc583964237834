import type { ChatDialect, ChatRequest } from '../../media/kit/chat/index.ts';
import type { FailureFacts } from './failure-sentences.ts';
import type { LanguageModelConfig, LlmFailure } from './language-model.ts';

/** How a server answered a request of the kind that calls send. */
export type Rehearsed =
  | {
      readonly kind: 'answered';
      readonly text: string;
      readonly firstMs: number;
      readonly totalMs: number;
      /** While it answered; null for an answer of one piece. */
      readonly tokensPerSecond: number | null;
      readonly dialect: ChatDialect;
      /** What calls must do without, or in another form; in sentences. */
      readonly notes: readonly string[];
    }
  | ({ readonly kind: 'failed'; readonly code: LlmFailure; readonly totalMs: number; readonly sentence: string } & Pick<
      FailureFacts,
      'status' | 'network'
    >);

export interface RehearsalOptions {
  readonly timeoutMs: number;
  /** Monotonic milliseconds. */
  readonly nowMs: () => number;
}

/** The roles, tools and parameters of a call's second turn. */
const turn: Omit<ChatRequest, 'model'> = {
  messages: [
    {
      role: 'system',
      content:
        'You answer the telephone of a small shop that is open from nine to five. Answer in one short spoken sentence, without markdown.',
    },
    { role: 'assistant', content: 'Hello, thank you for calling. How can I help you?' },
    { role: 'user', content: 'Hello, when are you open?' },
  ],
  tools: [
    {
      type: 'function',
      function: {
        name: 'end_call',
        description: 'Ends the call, after your last words have been spoken.',
        parameters: { type: 'object', properties: { reason: { type: 'string' } }, required: ['reason'] },
      },
    },
  ],
};
const maxChars = 2000;

/** Sends one request as a call does, and returns what the server accepts. Never rejects. */
export async function rehearseCall(config: LanguageModelConfig, options: RehearsalOptions): Promise<Rehearsed> {
  const {
    chatFailureOf,
    chosenFields,
    networkCauseOf,
    openChatConnection,
    refusalOf,
    withoutReasoning,
    withoutSecrets,
  } = await import('../../media/kit/chat/index.ts');
  const { timeoutMs, nowMs } = options;
  const connection = openChatConnection(config, timeoutMs);
  const signal = AbortSignal.timeout(timeoutMs);
  const beganMs = nowMs();
  const passed = (): number => Math.round(nowMs() - beganMs);
  let firstMs: number | undefined;
  let spokenText = '';
  let lastMs = 0;
  let pieces = 0;
  let tokens: number | undefined;
  try {
    for await (const piece of connection.stream({ ...turn, ...chosenFields(config) }, { signal })) {
      // Nobody hears reasoning.
      if (piece.type !== 'proof') firstMs ??= passed();
      if (piece.type === 'usage') tokens = piece.completionTokens;
      if (piece.type === 'text') {
        spokenText += piece.text;
        pieces += 1;
        lastMs = nowMs() - beganMs;
      }
      if (spokenText.length > maxChars) break;
    }
    signal.throwIfAborted();
  } catch (error) {
    const code = signal.aborted ? 'llm_timeout' : chatFailureOf(error);
    return {
      kind: 'failed',
      code,
      totalMs: passed(),
      sentence: withoutSecrets(config, refusalOf(error)?.sentence ?? ''),
      status: refusalOf(error)?.status,
      network: networkCauseOf(error),
    };
  }
  const text = withoutReasoning(spokenText);
  if (text === '') return { kind: 'failed', code: 'llm_empty', totalMs: passed(), sentence: '' };
  return {
    kind: 'answered',
    text,
    firstMs: firstMs ?? passed(),
    totalMs: passed(),
    tokensPerSecond: pieces < 2 ? null : rateOf((tokens ?? pieces) - 1, lastMs - (firstMs ?? 0)),
    dialect: connection.dialect,
    notes: notesOn(connection.dialect),
  };
}

const rateOf = (tokens: number, ms: number): number | null => (ms < 1 ? null : Math.round((tokens * 10_000) / ms) / 10);

const notesOn = ({ tools, systemRole, alternates }: ChatDialect): readonly string[] => [
  ...(tools
    ? []
    : [
        'This model or server does not accept tools. Its calls cannot use tools, transfer the caller or be ended by the agent.',
      ]),
  ...(systemRole
    ? []
    : ['It does not accept the system role. The instructions are sent with the words of the caller.']),
  ...(alternates
    ? ['It requires that the caller speaks first. A note that the call was answered precedes the greeting.']
    : []),
];
