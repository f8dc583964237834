import { expect, test } from 'vitest';
import { createConversations } from '../../src/features/documents/document-chats/index.ts';

type Options = Parameters<typeof createConversations>[0];

/** Of a conversation about that document, or none. */
function turnsOf(
  documentUuid: string | null,
  messages: readonly (readonly [role: string, content: string])[],
  messageCount = messages.length,
) {
  const store = {
    find: async () => ({ documentUuid, messageCount }),
    lastMessages: async () => messages.map(([role, content]) => ({ role, content })),
  } as unknown as Options['store'];
  const owner = { organisationId: 1, userUuid: 'me' } as never;
  return createConversations({ store, now: () => new Date(0) }).turns({ owner, agent: 'audio', number: 1 }, 'a');
}

const exchange = [
  ['user', 'What was revenue?'],
  ['assistant', 'EUR 812.4 million (page 3).'],
] as const;

test('a question about a document uses the previous questions and answers about it', async () => {
  expect(await turnsOf('a', exchange)).toEqual([
    { question: 'What was revenue?', answer: 'EUR 812.4 million (page 3).' },
  ]);
});

test('answers about one document do not reach the next', async () => {
  expect(await turnsOf(null, exchange)).toEqual([{ question: 'What was revenue?', answer: '' }]);
});

test('a message that is too long is not treated as a question', async () => {
  const long = ['user', 'revenue '.repeat(2500)] as const;
  expect(await turnsOf('a', [long, ['assistant', 'No.'], ...exchange])).toHaveLength(1);
});

test('turns for another document, and in a full chat, are rejected', async () => {
  expect(await turnsOf('b', exchange)).toBeUndefined();
  expect(await turnsOf('a', exchange, 999)).toBe('full');
  expect(await turnsOf('a', exchange, 998)).toHaveLength(1);
});
