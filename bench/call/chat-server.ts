import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

interface Message {
  readonly role: string;
  readonly content: string | null;
}

/** About five seconds of speech. */
const replyWords = 14;
const wordsAChunk = 3;

/**
 * Serves the chat-completions protocol on a loopback port with an agent that repeats what the caller said. The first
 * token comes after `firstTokenMs`. Run as a child process; sends its port to the parent, and the time of each first token.
 */
function serve(firstTokenMs: number): void {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { messages } = JSON.parse(body) as { messages: readonly Message[] };
    const said = messages.findLast(({ role }) => role === 'user')?.content ?? '';
    if (firstTokenMs > 0) await sleep(firstTokenMs);
    process.send?.({ firstTokenAtMs: Date.now() });
    stream(response, replyTo(said));
  });
  server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
  process.once('disconnect', () => process.exit());
}

function replyTo(said: string): readonly string[] {
  const words = said.split(/\s+/).filter((word) => word !== '');
  const reply = 'I heard you say'.split(' ');
  for (let i = 0; reply.length < replyWords; i++) reply.push(words[i % words.length] ?? 'nothing');
  return reply;
}

function stream(response: ServerResponse, words: readonly string[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (delta: object, finish: string | null = null): void => {
    const choices = [{ index: 0, delta, finish_reason: finish }];
    const chunk = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'echo', choices };
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  };
  for (let i = 0; i < words.length; i += wordsAChunk)
    send({ content: `${words.slice(i, i + wordsAChunk).join(' ')} ` });
  send({}, 'stop');
  response.end('data: [DONE]\n\n');
}

serve(Number(process.argv[2] ?? 0));
