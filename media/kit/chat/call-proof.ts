import type {
  ChatCompletionAssistantMessageParam,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import type { ChatDialect } from '../../line/chat.ts';

/** What a server sends with calls beside the API and wants back with them: field names and values, plain JSON. */
export type CallProof = Readonly<Record<string, unknown>>;

/** Fields of a reply with calls. Of one call, every field that the API does not define is its server's own. */
const messageFields = ['reasoning_content', 'reasoning_details', 'thinking_blocks'] as const;

const maxTextChars = 16_000;
/** Half a signature is worth nothing, so longer lists are left out. */
const maxListChars = 64_000;
const maxCallChars = 16_000;

/** Returns the fields of a reply, or of a part of one, that belong to its calls; undefined without any. */
export function proofIn(message: object): CallProof | undefined {
  const fields = messageFields.flatMap((name) => {
    const value: unknown = Reflect.get(message, name);
    return (typeof value === 'string' && value !== '') || Array.isArray(value) ? [[name, value] as const] : [];
  });
  return fields.length === 0 ? undefined : Object.fromEntries(fields);
}

/** Joins the parts of a streamed reply. */
export function createProofParts() {
  const texts = new Map<string, string>();
  const lists = new Map<string, object[]>();
  const chars = new Map<string, number>();

  function addTo(name: string, pieces: readonly unknown[]): void {
    const list = lists.get(name) ?? [];
    lists.set(name, list);
    for (const piece of pieces) {
      if (typeof piece !== 'object' || piece === null) continue;
      const length = (chars.get(name) ?? 0) + JSON.stringify(piece).length;
      chars.set(name, length);
      if (length > maxListChars) continue;
      const open = list.findLast((each) => isContinued(each, piece));
      if (open === undefined) list.push({ ...piece });
      else Object.assign(open, joined(open, piece));
    }
  }

  return {
    add(proof: CallProof): void {
      for (const [name, value] of Object.entries(proof)) {
        if (typeof value === 'string') texts.set(name, ((texts.get(name) ?? '') + value).slice(0, maxTextChars));
        else if (Array.isArray(value)) addTo(name, value);
      }
    },
    get proof(): CallProof | undefined {
      const whole = [...lists].filter(([name, list]) => list.length > 0 && (chars.get(name) ?? 0) <= maxListChars);
      const fields = [...texts, ...whole];
      return fields.length === 0 ? undefined : Object.fromEntries(fields);
    },
  };
}

type Block = Readonly<Record<string, unknown>>;

/** Fields that are streamed in pieces. Encrypted data is not. */
const streamed = new Set(['text', 'summary', 'thinking']);

/** A block of reasoning continues in pieces of its type and number, until the piece with its signature. */
function isContinued(block: object, piece: object): boolean {
  const [open, next] = [block as Block, piece as Block];
  const isSame = (name: string): boolean => open[name] === next[name];
  const isOneId = isSame('id') || open.id == null || next.id == null;
  return isSame('type') && isSame('index') && isOneId && !('data' in next) && !open.signature;
}

const joined = (block: object, piece: object): Block => {
  const open = block as Block;
  const fields = Object.entries(piece).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(
    fields.map(([name, value]) => [name, streamed.has(name) ? `${open[name] ?? ''}${value}` : value]),
  );
};

/** Returns the fields of a call, or of a part of one, that the API does not define; undefined without any. */
export function ownFieldsOf(call: object): CallProof | undefined {
  const { index: _, id: __, type: ___, function: ____, ...others } = call as Readonly<Record<string, unknown>>;
  const fields = Object.entries(others).filter(([, value]) => value !== null && value !== undefined && value !== '');
  return fields.length === 0 ? undefined : withinLimit(Object.fromEntries(fields));
}

const withinLimit = (fields: CallProof): CallProof | undefined =>
  JSON.stringify(fields).length > maxCallChars ? undefined : fields;

/** Adds the fields of the next part of a call, unless all of them become too long. */
export function joinedFields(fields: CallProof | undefined, more: CallProof | undefined): CallProof | undefined {
  return more === undefined ? fields : (withinLimit({ ...fields, ...more }) ?? fields);
}

export const isMade = (message: ChatCompletionMessageParam): message is ChatCompletionAssistantMessageParam =>
  message.role === 'assistant' && message.tool_calls !== undefined;

/** Returns the names of the fields beside the API that came with the calls of a history. */
export const proofNames = (messages: readonly ChatCompletionMessageParam[]): readonly string[] =>
  messages
    .filter(isMade)
    .flatMap((message) => [
      ...Object.keys(proofIn(message) ?? {}),
      ...(message.tool_calls ?? []).flatMap((call) => Object.keys(ownFieldsOf(call) ?? {})),
    ]);

/** Gemini's documented word for calls that it did not make. */
const foreignCall = { google: { thought_signature: 'skip_thought_signature_validator' } };

/** Adds what the server wants with each call and did not send itself, or removes what it refuses. */
export function withProof(
  proof: ChatDialect['callProof'],
  message: ChatCompletionMessageParam,
): ChatCompletionMessageParam {
  if (!isMade(message) || message.tool_calls === undefined) return message;
  if (proof === 'unwanted') return withoutProof(message);
  if (proof === 'text') return { ...message, content: message.content ?? '' };
  if (proof === 'reasoning') return Object.assign({ reasoning_content: '' }, message);
  if (proof !== 'signature' || proofIn(message)?.reasoning_details !== undefined) return message;
  // Of calls made at once, only the first has a signature.
  const [first, ...others] = message.tool_calls;
  if (first === undefined || ownFieldsOf(first) !== undefined) return message;
  return { ...message, tool_calls: [Object.assign({ extra_content: foreignCall }, first), ...others] };
}

function withoutProof(message: ChatCompletionAssistantMessageParam): ChatCompletionAssistantMessageParam {
  const proofFields = new Set<string>(messageFields);
  const plain = Object.fromEntries(Object.entries(message).filter(([name]) => !proofFields.has(name)));
  const calls = message.tool_calls?.map((call) => {
    const fields = Object.keys(ownFieldsOf(call) ?? {});
    return Object.fromEntries(Object.entries(call).filter(([name]) => !fields.includes(name)));
  });
  return { ...plain, tool_calls: calls } as ChatCompletionAssistantMessageParam;
}
