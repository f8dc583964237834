import type { ChatCompletionMessageParam, ChatCompletionTool } from 'openai/resources/chat/completions';
import type { ChatChoice, ChatDialect } from '../../line/chat.ts';
import { isMade, proofNames, withProof } from './call-proof.ts';
import type { Refusal } from './client.ts';

/** One completion, before it takes the form that a server accepts. */
export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly ChatCompletionMessageParam[];
  readonly tools?: readonly ChatCompletionTool[];
  readonly maxTokens?: number;
  readonly temperature?: number;
  /** The reply is an object of this JSON schema. */
  readonly format?: { readonly name: string; readonly schema: Record<string, unknown> };
  /** Further fields of the body, which the user of the server chose. */
  readonly extraBody?: Readonly<Record<string, unknown>>;
}

/** Returns the fields of every request for this model. */
export const chosenFields = ({ model, temperature, maxOutputTokens, extraBody }: ChatChoice) => ({
  model,
  ...(temperature !== undefined && { temperature }),
  ...(maxOutputTokens !== undefined && { maxTokens: maxOutputTokens }),
  ...(extraBody !== undefined && { extraBody }),
});

export const openDialect: ChatDialect = {
  tools: true,
  systemRole: true,
  alternates: false,
  limitField: 'max_tokens',
  temperature: true,
  format: 'json_schema',
  usage: true,
  callProof: 'none',
};

interface Adaptation {
  /** Whether a refusal names the cause. */
  readonly names: (sentence: string, request: ChatRequest) => boolean;
  readonly applies: (dialect: ChatDialect, request: ChatRequest) => boolean;
  readonly change: (dialect: ChatDialect) => Partial<ChatDialect>;
  /** Whether it is tried only when the refusal names the cause. */
  readonly isNamedOnly?: true;
}

const nextLimitField = { max_tokens: 'max_completion_tokens', max_completion_tokens: 'none', none: 'none' } as const;
const nextFormat = { json_schema: 'json_object', json_object: 'none', none: 'none' } as const;

const words =
  (pattern: RegExp): Adaptation['names'] =>
  (sentence) =>
    pattern.test(sentence);

const hasCalls = ({ messages }: ChatRequest): boolean => messages.some(isMade);

/** How servers refuse a field. */
const refusedField =
  /\b(?:extra|forbidden)\b|unsupported|unknown|unrecogni[sz]ed|unexpected|(?:not|cannot) (?:be )?(?:supported|permitted|allowed|accepted|included)/i;

/** In the order in which they are tried when a refusal does not name its cause. */
const adaptations: readonly Adaptation[] = [
  {
    // A gateway may pass reasoning on from one server, and the history to another.
    names: (sentence, { messages }) =>
      refusedField.test(sentence) && proofNames(messages).some((name) => sentence.includes(name)),
    applies: ({ callProof }, { messages }) => callProof === 'none' && proofNames(messages).length > 0,
    change: () => ({ callProof: 'unwanted' }),
  },
  {
    names: words(/(?:corrupted|invalid) .{0,20}signature|thinking.{0,20} block|redacted_thinking/i),
    isNamedOnly: true,
    applies: ({ callProof }, request) => callProof !== 'told' && hasCalls(request),
    change: () => ({ callProof: 'told' }),
  },
  {
    names: words(/thought[_ ]?signature|reasoning[_ ]details/i),
    isNamedOnly: true,
    applies: ({ callProof }, request) => callProof !== 'told' && hasCalls(request),
    change: ({ callProof }) => ({ callProof: callProof === 'signature' ? 'told' : 'signature' }),
  },
  {
    names: words(/reasoning_content/i),
    isNamedOnly: true,
    applies: (dialect, request) => dialect.callProof !== 'reasoning' && hasCalls(request),
    change: () => ({ callProof: 'reasoning' }),
  },
  {
    // Some accept no null beside calls, others no empty text.
    names: words(
      /message content type|content.{0,60}(?:valid string|valid list|null|none|nil\b|non-?empty|empty)|messages? token length/i,
    ),
    isNamedOnly: true,
    applies: ({ callProof }, request) => callProof !== 'told' && hasCalls(request),
    change: ({ callProof }) => ({ callProof: callProof === 'text' ? 'told' : 'text' }),
  },
  {
    names: words(/response_format|json_schema|json_object|structured output|guided_json|grammar/i),
    applies: ({ format }, request) => format !== 'none' && request.format !== undefined,
    change: ({ format }) => ({ format: nextFormat[format] }),
  },
  {
    names: words(/max_completion_tokens|max_tokens/i),
    applies: ({ limitField }, { maxTokens }) => limitField !== 'none' && maxTokens !== undefined,
    change: ({ limitField }) => ({ limitField: nextLimitField[limitField] }),
  },
  {
    names: words(/temperature/i),
    applies: (dialect, { temperature }) => dialect.temperature && temperature !== undefined,
    change: () => ({ temperature: false }),
  },
  {
    names: words(/alternat|unexpected role|(?:first|last) (?:role|message)|after (?:the )?role|prefill/i),
    applies: ({ alternates }) => !alternates,
    change: () => ({ alternates: true }),
  },
  {
    names: words(/system|developer instruction/i),
    applies: ({ systemRole }, { messages }) => systemRole && messages.some(({ role }) => role === 'system'),
    change: () => ({ systemRole: false, alternates: true }),
  },
  {
    names: words(/tool|function/i),
    applies: (dialect, { tools = [] }) => dialect.tools && tools.length > 0,
    change: () => ({ tools: false }),
  },
  {
    names: words(/\broles?\b/i),
    applies: ({ alternates }) => !alternates,
    change: () => ({ alternates: true }),
  },
  {
    names: words(/stream_options|include_usage/i),
    applies: ({ usage }) => usage,
    change: () => ({ usage: false }),
  },
];

/** A refusal for another cause: another form of the request would be refused as well. */
const otherCause =
  /failed_generation|failed to call a function|tool call validation|failed to parse input|content management policy|content_filter|context length|context window|too long|exceed|model.{0,80}(?:not found|does not exist|not exist|unknown|not available)|(?:unknown|invalid|no such) model|api key|credit|quota|billing/i;

/** Returns the dialect to try after a refusal; undefined if no other form of the request would help. */
export function adapted(dialect: ChatDialect, request: ChatRequest, refusal: Refusal): ChatDialect | undefined {
  const { status, sentence } = refusal;
  if (status === 401 || status === 403 || status === 429 || otherCause.test(sentence)) return undefined;
  const open = adaptations.filter(({ applies }) => applies(dialect, request));
  const isUnnamed = !adaptations.some(({ names }) => names(sentence, request));
  const named = open.find(({ names }) => names(sentence, request));
  const chosen =
    named ??
    (isUnnamed && (status === 400 || status === 422)
      ? open.find(({ isNamedOnly }) => isNamedOnly !== true)
      : undefined);
  return chosen === undefined ? undefined : { ...dialect, ...chosen.change(dialect) };
}

/** Returns the fields of the request in the form of the dialect. */
export function bodyIn(dialect: ChatDialect, request: ChatRequest) {
  const { model, maxTokens, temperature, format, extraBody } = request;
  const tools = dialect.tools ? (request.tools ?? []) : [];
  const limit = maxTokens === undefined || dialect.limitField === 'none' ? {} : { [dialect.limitField]: maxTokens };
  return {
    ...extraBody,
    model,
    messages: messagesIn(dialect, request.messages, tools.length > 0),
    stream: true,
    ...(dialect.usage && { stream_options: { include_usage: true } }),
    ...(tools.length > 0 && { tools: [...tools] }),
    ...limit,
    ...(temperature !== undefined && dialect.temperature && { temperature }),
    ...formatIn(dialect, format),
  } as const;
}

function formatIn({ format: kind }: ChatDialect, format: ChatRequest['format']) {
  if (format === undefined || kind === 'none') return {};
  if (kind === 'json_object') return { response_format: { type: 'json_object' } } as const;
  const schema = { name: format.name, schema: format.schema, strict: true };
  return { response_format: { type: 'json_schema', json_schema: schema } } as const;
}

function messagesIn(
  dialect: ChatDialect,
  messages: readonly ChatCompletionMessageParam[],
  hasTools: boolean,
): ChatCompletionMessageParam[] {
  // Amazon and Anthropic refuse calls in the history of a request without tools.
  const usable = hasTools && dialect.callProof !== 'told' ? messages : messages.flatMap(withoutTools);
  const proven = usable.map((message) => withProof(dialect.callProof, message));
  const ordered = dialect.alternates ? alternating(proven) : proven;
  return dialect.systemRole ? ordered : withoutSystem(ordered);
}

/** Keeps what was said with tool calls, and tells their results in words. */
function withoutTools(message: ChatCompletionMessageParam): readonly ChatCompletionMessageParam[] {
  if (message.role === 'tool') return [{ role: 'user', content: `(Result of the look-up: ${textOf(message)})` }];
  if (message.role !== 'assistant' || message.tool_calls === undefined) return [message];
  return textOf(message) === '' ? [] : [{ role: 'assistant', content: textOf(message) }];
}

/** Spoken by nobody: stands where a strict server needs a turn of the user. */
const callBegins = '(The call has been answered.)';
const goOn = '(Please go on.)';
/** An interrupted reply of which nothing was heard. */
const unheard = '…';

function alternating(messages: readonly ChatCompletionMessageParam[]): ChatCompletionMessageParam[] {
  const ordered: ChatCompletionMessageParam[] = [];
  for (const message of messages) {
    const last = ordered.at(-1);
    if (message.role === 'assistant' && (last === undefined || last.role === 'system'))
      ordered.push({ role: 'user', content: callBegins });
    if (message.role === 'user' && last?.role === 'tool') ordered.push({ role: 'assistant', content: unheard });
    const joined = last === undefined ? undefined : join(last, message);
    if (joined !== undefined) ordered[ordered.length - 1] = joined;
    else ordered.push(message);
  }
  if (ordered.at(-1)?.role === 'assistant') ordered.push({ role: 'user', content: goOn });
  return ordered;
}

/** Returns both messages as one if they have the same role and no tool result would lose its call. */
function join(
  last: ChatCompletionMessageParam,
  message: ChatCompletionMessageParam,
): ChatCompletionMessageParam | undefined {
  const content = [textOf(last), textOf(message)].filter((text) => text !== '').join(' ');
  if (last.role === 'user' && message.role === 'user') return { role: 'user', content };
  if (last.role !== 'assistant' || message.role !== 'assistant' || last.tool_calls !== undefined) return undefined;
  return { ...message, content };
}

function withoutSystem(messages: readonly ChatCompletionMessageParam[]): ChatCompletionMessageParam[] {
  const instructions = messages.filter(({ role }) => role === 'system').map(textOf);
  const rest = messages.filter(({ role }) => role !== 'system');
  const index = rest.findIndex(({ role }) => role === 'user');
  const first = rest[index];
  const content = [...instructions, first === undefined ? callBegins : textOf(first)].join('\n\n');
  return first === undefined ? [{ role: 'user', content }, ...rest] : rest.with(index, { role: 'user', content });
}

const textOf = ({ content }: ChatCompletionMessageParam): string => (typeof content === 'string' ? content : '');
