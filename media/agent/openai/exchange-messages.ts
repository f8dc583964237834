import type {
  ChatCompletionAssistantMessageParam,
  ChatCompletionMessageFunctionToolCall,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import { fenced } from './fence.ts';
import type { Exchange } from './notes.ts';
import { wireName } from './tools.ts';

/** Fields beside the API that servers send with calls and want back. */
interface CallMessage extends ChatCompletionAssistantMessageParam {
  readonly reasoning_content?: string;
  tool_calls: (ChatCompletionMessageFunctionToolCall & { readonly extra_content?: object })[];
}

/** Returns the round without what another model wants back. */
export const plainCalls = ({ model: _, reasoning: __, calls, ...exchange }: Exchange): Exchange => ({
  ...exchange,
  calls: calls.map(({ extra: ___, ...call }) => call),
});

/** Returns the calls of a round and their results. `announced`: the words that preceded them. */
export function exchangeMessages(
  { calls, results, reasoning }: Exchange,
  announced: string,
): readonly ChatCompletionMessageParam[] {
  const callMessage: CallMessage = {
    role: 'assistant',
    content: announced === '' ? null : announced,
    ...(reasoning !== undefined && { reasoning_content: reasoning }),
    tool_calls: calls.map(({ id, name, arguments: args, extra }) => ({
      id,
      type: 'function',
      function: { name: wireName(name), arguments: args },
      ...(extra !== undefined && { extra_content: extra }),
    })),
  };
  return [
    callMessage,
    ...calls.map(
      ({ id }): ChatCompletionMessageParam => ({
        role: 'tool',
        tool_call_id: id,
        content: results[id] === undefined ? 'Still running.' : fenced('result', results[id] ?? ''),
      }),
    ),
  ];
}
