import { createHmac } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { lineNumber } from '../http/test-app.ts';
import { makeCall } from './calls.ts';
import { openReceiver } from './receiver.ts';
import { openWebhookApp } from './webhook-app.ts';

test('a webhook receives the start and the end of a call, signed, with the heard words', async () => {
  const app = await openWebhookApp();
  const receiver = await openReceiver();
  const { uuid, secret } = await app.register({
    url: receiver.url,
    events: ['call.started', 'call.ended'],
    headers: { 'X-Tenant': 'dental' },
  });
  expect(secret).toMatch(/^whsec_[\w-]{43}$/);

  const call = await makeCall(app);
  call.start();
  call.say('agent', 'Good morning.', 500);
  call.say('customer', 'Zaubermühle \u2028 "quoted"', 1500);
  call.end();

  const [started, ended] = await receiver.until(2);
  for (const { headers, body } of [started!, ended!]) {
    const digest = createHmac('sha256', secret).update(body).digest('hex');
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'x-webhook-signature': `sha256=${digest}`,
      'user-agent': 'Parley-Webhook',
      'x-webhook-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'x-webhook-timestamp': expect.stringMatching(/^\d{10}$/),
      'x-tenant': 'dental',
    });
  }
  const names = { call_uuid: call.uuid, from_number: call.from, to_number: call.to };
  const startedAt = new Date(call.startedMs).toISOString();
  expect(JSON.parse(started!.body.toString())).toEqual({
    event: 'call.started',
    timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
    data: {
      ...names,
      call_type: 'inbound',
      campaign_uuid: call.flowUuid,
      contact_uuid: null,
      started_at: startedAt,
    },
  });
  expect(JSON.parse(ended!.body.toString())).toEqual({
    event: 'call.ended',
    timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
    data: {
      ...names,
      duration_seconds: 3,
      transcript: [
        { speaker: 'agent', text: 'Good morning.', ts: new Date(call.startedMs + 500).toISOString() },
        { speaker: 'customer', text: 'Zaubermühle \u2028 "quoted"', ts: new Date(call.startedMs + 1500).toISOString() },
      ],
    },
  });

  const logs = await vi.waitFor(
    async () => {
      const found = await app.logs(uuid);
      expect(found.every((entry) => entry.success)).toBe(true);
      return found;
    },
    { timeout: 60_000 },
  );
  const result = { response_status: 200, success: true, error_message: '' };
  const attempt = { at: expect.any(String), by: 'event', ...result, latency_ms: expect.any(Number) };
  const entry = {
    uuid: expect.any(String),
    ...result,
    created_at: expect.any(String),
    attempts: [attempt],
    can_redeliver: false,
  };
  expect(logs).toEqual([
    { event_type: 'call.ended', ...entry },
    { event_type: 'call.started', ...entry },
  ]);
});

test('an over-capacity call sends failed, an unanswered one no_answer', async () => {
  const app = await openWebhookApp();
  const receiver = await openReceiver();
  await app.register({ url: receiver.url, events: ['call.started', 'call.ended', 'call.failed', 'call.no_answer'] });

  const account = { auth_id: 'MA1', auth_token: 'token of a', phone_number: lineNumber };
  await app.http.inject({ method: 'PUT', url: '/api/voice/integrations/telephony/telephony_a', payload: account });
  app.fake.full = 'rated_capacity';
  const refused = await makeCall(app, account.auth_token);
  await receiver.until(1);
  app.fake.full = undefined;
  const missed = await makeCall(app);
  await missed.hungUpBefore();

  const bodies = (await receiver.until(2)).map(({ body }) => JSON.parse(body.toString()));
  expect(bodies).toEqual([
    {
      event: 'call.failed',
      timestamp: expect.any(String),
      data: {
        call_uuid: expect.any(String),
        from_number: refused.from,
        to_number: refused.to,
        call_type: 'inbound',
        campaign_uuid: refused.flowUuid,
        contact_uuid: null,
        started_at: null,
        reason: 'over_capacity',
        error: 'The server was at capacity.',
      },
    },
    {
      event: 'call.no_answer',
      timestamp: expect.any(String),
      data: { call_uuid: missed.uuid, from_number: missed.from, to_number: missed.to, outcome: 'no-answer' },
    },
  ]);
});
