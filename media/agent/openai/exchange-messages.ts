import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import { fenced } from './fence.ts';
import type { Exchange } from './notes.ts';
import { argumentsOf, wireName } from './tools.ts';

/** Returns the round without what another model wants back. */
export const plainCalls = ({ model: _, proof: __, calls, ...exchange }: Exchange): Exchange => ({
  ...exchange,
  calls: calls.map(({ proof: ___, ...call }) => call),
});

/** Strict servers refuse a history with arguments that are not a JSON object. The result says that they were not. */
const sendable = (args: string): string => (args === '' || argumentsOf(args) === undefined ? '{}' : args);

/** Returns the calls of a round and their results. `announced`: the words that preceded them. */
export function exchangeMessages(
  { calls, results, proof }: Exchange,
  announced: string,
): readonly ChatCompletionMessageParam[] {
  const callMessage: ChatCompletionMessageParam = {
    role: 'assistant',
    content: announced === '' ? null : announced,
    ...proof,
    tool_calls: calls.map(({ id, name, arguments: args, proof: callProof }) => ({
      id,
      type: 'function',
      function: { name: wireName(name) || 'unknown', arguments: sendable(args) },
      ...callProof,
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
