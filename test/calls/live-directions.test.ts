import { expect, test } from 'vitest';
import { createFakeMedia, flowUuid, lineNumber } from '../http/test-app.ts';
import { ofCall } from '../of-call.ts';
import { openOutboundApp } from '../telephony/outbound-app.ts';

const format = { encoding: 'mulaw', rateHz: 8000 } as const;

test('the live list has inbound calls, or those of the requested direction, while they are in progress', async () => {
  const media = createFakeMedia();
  const over = new AbortController();
  /** Opens the stream of a call, and leaves it open. */
  const begin = async (token: string, dialect: 'telephony_a' | 'browser'): Promise<string> => {
    const ports = media.ports();
    const callUuid = (await ports.plans.claim(token, dialect))?.callUuid as string;
    const ids = { providerCallId: `at-provider-${callUuid}`, streamId: callUuid };
    ports.log.append(ofCall(callUuid), { type: 'started', atMs: 0, format, ...ids, wallMs: Date.now() });
    return callUuid;
  };
  const tokenOf = (url: string): string => new URL(url).pathname.split('/').at(-1) ?? '';
  const app = await openOutboundApp({
    media,
    provider: {
      async talk(answer) {
        if (answer.kind !== 'stream') return;
        await begin(tokenOf(answer.url), 'telephony_a');
        await new Promise((resolve) => over.signal.addEventListener('abort', resolve));
      },
    },
  });
  const live = async (direction?: string): Promise<string[]> => {
    const query = direction === undefined ? {} : { direction };
    const { calls } = (await app.http.inject({ url: '/api/voice/calls/live', query })).json();
    return calls.map(({ uuid }: { uuid: string }) => uuid).sort();
  };

  const asked = { to: '+12025550111', campaign_id: app.flowUuid };
  const placed = await app.http.inject({ method: 'POST', url: '/v1/calls', payload: asked });
  const outbound = placed.json().call_uuid as string;
  const query = { CallUUID: 'in-1', From: '+15550001111', To: lineNumber };
  const answer = await app.http.inject({ url: '/api/voice/webhooks/telephony_a/answer', query });
  const inbound = await begin(/telephony_a\/([\w-]+)</.exec(answer.body)?.[1] as string, 'telephony_a');
  const tested = await app.http.inject({
    method: 'POST',
    url: `/api/voice/flows/${flowUuid}/browser-test`,
    payload: {},
  });
  const browser = await begin(tested.json().token, 'browser');

  await expect.poll(() => live('outbound')).toEqual([outbound]);
  await expect.poll(() => live()).toEqual([inbound]);
  expect(await live('inbound')).toEqual([inbound]);
  await expect.poll(() => live('all')).toEqual([outbound, inbound, browser].sort());
  const refused = await app.http.inject({ url: '/api/voice/calls/live', query: { direction: 'sideways' } });
  expect(refused.statusCode).toBe(400);
  over.abort();
});
