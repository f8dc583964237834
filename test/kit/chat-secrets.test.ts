import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openChatClient, refusalOf, withoutSecrets } from '../../media/kit/chat/client.ts';

test('a secret that is a part of another leaves nothing of it', () => {
  const server = { baseUrl: '', apiKey: 'key-1', headers: { 'x-key': 'key-1-and-more' } };
  expect(withoutSecrets(server, 'Refused: key-1-and-more and key-1.')).toBe('Refused: … and ….');
});

test('a key at the end of a long refusal leaves nothing of it', async () => {
  const apiKey = 'a-key-of-forty-characters-1234567890abcd';
  const http = createServer((_, response) => {
    response.writeHead(401, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { message: `${'Refused. '.repeat(32)}${apiKey}` } }));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void http.close());
  await new Promise((resolve) => http.once('listening', resolve));
  const baseUrl = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const client = openChatClient({ baseUrl, apiKey }, 5000);
  const error = await client.models.list().catch((caught: unknown) => caught);
  expect(refusalOf(error)?.sentence).toMatch(/Refused\. …$/);
});
