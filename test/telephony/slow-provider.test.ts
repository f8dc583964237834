import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createProviders, registeredProviders, type TelephonyProvider } from '../../src/telephony/index.ts';
import { accounts } from './outbound-app.ts';

async function openSlow(timeoutMs: number, answer: (held: ServerResponse[]) => void): Promise<TelephonyProvider> {
  const held: ServerResponse[] = [];
  const server = createServer((_request, response) => {
    held.push(response);
    answer(held);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const providers = createProviders({ rows: registeredProviders, settings: { telephony_b: { baseUrl } }, timeoutMs });
  return providers.open('telephony_b', accounts.telephony_b) as TelephonyProvider;
}

const accept = (response: ServerResponse): void => void response.end('{"Call": {"Sid": "c", "Status": "queued"}}');

const url = 'http://127.0.0.1:9/';
const request = {
  callUuid: 'call',
  from: '+12025550100',
  to: '+12025550101',
  answerUrl: url,
  hangupUrl: url,
  statusUrl: url,
  ringSeconds: 60,
  maxSeconds: 600,
};

test('the next request is sent however many responses are missing', async () => {
  const many = 80;
  const provider = await openSlow(10_000, (held) => {
    if (held.length === many) held.forEach(accept);
  });
  const placed = await Promise.all(Array.from({ length: many }, () => provider.place(request)));
  expect(new Set(placed.map(({ kind }) => kind))).toEqual(new Set(['accepted']));
});

test('waiting to send does not shorten the time for a response', async () => {
  const timeoutMs = 2000;
  const provider = await openSlow(timeoutMs, (held) => held.forEach(accept));
  const placed = await provider.place(request, async (send) => {
    await sleep(timeoutMs + 200);
    await send();
  });
  expect(placed.kind).toBe('accepted');
});

const traces = { callUuid: 'call', from: '+12025550100', to: '+12025550101', dialledAt: '2026-05-01T10:00:00.000Z' };
const completed = { Sid: 'c', Status: 'completed', CustomField: 'call' };

test('a call exists once it is listed, with or without details', async () => {
  const provider = await openSlow(10_000, (held) => {
    if (held.length === 1) return void held[0]?.end(JSON.stringify({ Calls: [completed] }));
    held.at(-1)?.writeHead(404).end('{}');
  });
  expect(await provider.find(traces)).toMatchObject({ kind: 'over', ended: { status: 'completed' } });
});

test('call details without values say nothing about its legs', async () => {
  const Details = {
    ConversationDuration: null,
    Leg1Status: null,
    Leg2Status: null,
    Legs: [{ Leg: { OnCallDuration: null } }, { Leg: { OnCallDuration: '' } }],
  };
  const provider = await openSlow(10_000, (held) =>
    held.at(-1)?.end(JSON.stringify({ Call: { ...completed, Details } })),
  );
  const found = await provider.find({ ...traces, providerCallId: 'c' });
  expect(found.kind).toBe('over');
  expect(found).not.toHaveProperty('legs');
});
