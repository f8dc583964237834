import type { openTextAgent, TextConversation } from '../../media/index.ts';

type Reply = Awaited<ReturnType<TextConversation['reply']>>;
type Input = Parameters<TextConversation['reply']>[0];

/** Says these lines one after another and ends the call after the last. */
export const says =
  (...lines: readonly string[]) =>
  (_input: Input, turn: number): Reply => ({
    text: lines[turn] ?? 'Goodbye.',
    actions: turn >= lines.length - 1 ? [{ kind: 'end', reason: 'agent_goodbye' }] : [],
  });

/** An agent engine with scripted replies; `asked` records the requests. */
export function scriptedAgent(
  reply: (input: Input, turn: number) => Reply | Promise<Reply> = says(
    'Hello, how can I help you?',
    'Thank you. Goodbye.',
  ),
) {
  const asked: Input[] = [];
  const open: typeof openTextAgent = async () => ({
    converse() {
      let turn = 0;
      return {
        handOver() {},
        async reply(input) {
          asked.push(input);
          return reply(input, turn++);
        },
      };
    },
    async close() {},
  });
  return { open, asked };
}
