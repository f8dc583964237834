import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';

interface Client {
  createConversation(options: { readonly server: string; readonly agent: string }): {
    readonly state: { readonly lines: readonly object[] };
    write(text: string): Promise<void>;
  };
}

// Its types need those of a browser, which tests do not have.
const { createConversation } = (await import(join(import.meta.dirname, '../../client/index.ts'))) as Client;

const reply = (text: string, ended = false) => ({ status: 200, body: { chat_uuid: 'a chat', text, ended } });
const refusal = (status: number) => ({ status, body: { detail: `Refused with ${status}.` } });

describe('a written conversation on a website', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  /** Opens a conversation with a server that gives these answers; undefined for none. */
  function open(...answers: readonly ({ readonly status: number; readonly body: object } | undefined)[]) {
    const asked: string[] = [];
    const rest = [...answers];
    vi.spyOn(console, 'error').mockImplementation(() => {});
    vi.stubGlobal('location', { href: 'https://www.example.com/' });
    vi.stubGlobal('fetch', async (url: string) => {
      asked.push(new URL(url).pathname);
      const answer = rest.shift();
      if (answer === undefined) throw new TypeError('Failed to fetch');
      return new Response(JSON.stringify(answer.body), { status: answer.status });
    });
    const conversation = createConversation({ server: 'https://voice.example.com', agent: 'web_key' });
    return { conversation, asked };
  }
  const begun = '/api/website/agents/web_key/chats';
  const message = '/api/website/chats/a%20chat/messages';

  test.each([
    [404, 'agent_unknown'],
    [403, 'not_allowed_here'],
    [429, 'too_many'],
    [503, 'server_busy'],
  ])('that cannot begin (%s) has the trouble %s', async (status, trouble) => {
    const { conversation, asked } = open(refusal(status));
    await conversation.write('Hello?');
    expect(conversation.state).toMatchObject({ phase: 'ended', trouble, lines: [] });
    expect(asked).toEqual([begun]);
  });

  test.each([
    [409, 'server_busy', refusal(409)],
    [429, 'too_many', refusal(429)],
    ['no answer', 'server_unreachable', undefined],
  ])('continues after a message that was refused (%s)', async (_what, trouble, answer) => {
    const { conversation, asked } = open(reply('Hello.'), answer, reply('At eight.'));
    await conversation.write('When?');
    expect(conversation.state).toMatchObject({ phase: 'chatting', trouble });
    await conversation.write('When do you open?');
    expect(conversation.state).toMatchObject({ phase: 'chatting', trouble: undefined });
    expect(conversation.state.lines.at(-1)).toMatchObject({ speaker: 'agent', text: 'At eight.' });
    expect(asked).toEqual([begun, message, message]);
  });

  test.each([
    [404, 'chat_over'],
    [503, 'agent_failed'],
  ])('that the server has ended (%s) begins again', async (status, trouble) => {
    const { conversation, asked } = open(reply('Hello.'), refusal(status), reply('Hello again.'), reply('Yes.'));
    await conversation.write('One.');
    expect(conversation.state).toMatchObject({ phase: 'ended', trouble });
    await conversation.write('Two.');
    expect(asked).toEqual([begun, message, begun, message]);
  });
});
