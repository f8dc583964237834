import { parseJson } from '../../media/kit/parse-json.ts';

/** Messages of the chat-completions API, and the same conversation in the form of the library. */
export type Message =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | {
      readonly role: 'assistant';
      readonly content?: string | null | undefined;
      readonly tool_calls?: readonly ToolCall[] | undefined;
    }
  | { readonly role: 'tool'; readonly content: string; readonly tool_call_id: string };

interface ToolCall {
  readonly id: string;
  readonly function: { readonly name: string; readonly arguments: string };
}

export interface CalledFunction {
  readonly type: 'functionCall';
  readonly name: string;
  readonly params: unknown;
  readonly result: unknown;
}

export type HistoryItem =
  | { readonly type: 'system' | 'user'; readonly text: string }
  | { readonly type: 'model'; readonly response: (string | CalledFunction)[] };

/** The library writes a call and its result as one, in the words of the model's own template. */
export function historyOf(messages: readonly Message[]): HistoryItem[] {
  const results = new Map(
    messages.flatMap((message) => (message.role === 'tool' ? [[message.tool_call_id, message.content] as const] : [])),
  );
  const items: HistoryItem[] = [];
  for (const message of messages) {
    if (message.role === 'tool') continue;
    if (message.role !== 'assistant') {
      items.push({ type: message.role, text: message.content });
      continue;
    }
    const calls = (message.tool_calls ?? []).map(
      ({ id, function: { name, arguments: args } }): CalledFunction => ({
        type: 'functionCall',
        name,
        params: parsed(args),
        result: results.get(id) ?? 'No result.',
      }),
    );
    const response = [...(message.content ? [message.content] : []), ...calls];
    const last = items.at(-1);
    if (last?.type === 'model') last.response.push(...response);
    else items.push({ type: 'model', response });
  }
  return items;
}

function parsed(json: string): unknown {
  try {
    return parseJson(json);
  } catch {
    return {};
  }
}
