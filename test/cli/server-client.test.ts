import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createServerClient } from '../../src/cli/server-client.ts';

/** Answers pages of these calls, of which so many new ones come between two requests. */
async function serverOf(count: number, between: number): Promise<{ baseUrl: string; asked: string[] }> {
  const nowMs = Date.now();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url as string, 'http://server');
    const come = between * asked.length;
    asked.push(url.search);
    const from = Number(url.searchParams.get('offset') ?? 0);
    const until = Math.min(count + come, from + Number(url.searchParams.get('limit')));
    // Newest first, one a tenth of a second.
    const numbers = Array.from({ length: Math.max(0, until - from) }, (_, i) => count + come - 1 - from - i);
    const calls = numbers.map((number) => ({
      uuid: `call-${number}`,
      from_number: `+1${number}`,
      created_at: new Date(nowMs - (count - number) * 100).toISOString(),
    }));
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ calls }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

test('a call is found among newer ones, also while more arrive', async () => {
  const { baseUrl, asked } = await serverOf(1000, 40);
  const client = createServerClient({ baseUrl });
  expect(await client.findCall('+1999', 0)).toBe('call-999');
  expect(asked).toHaveLength(1);
  expect(await client.findCall('+1700', 0)).toBe('call-700');
});

test('the search for a call stops at its start time', async () => {
  const { baseUrl, asked } = await serverOf(1000, 0);
  const client = createServerClient({ baseUrl });
  expect(await client.findCall('+1700', Date.now() - 15_000)).toBeUndefined();
  expect(asked).toHaveLength(2);
  expect(await client.findCall('+17000', 0)).toBeUndefined();
});
