import { createHmac, randomUUID } from 'node:crypto';
import { flowUuid, lineNumber, localHeaders, type TestApp } from '../http/test-app.ts';
import { ofCall } from '../of-call.ts';

const from = '+15550001111';

/** Calls the example's line and drives the call like the media plane. Signs the request if `authToken` is given. */
export async function makeCall(app: TestApp, authToken?: string) {
  const id = randomUUID();
  const query = { CallUUID: id, From: from, To: lineNumber };
  const url = '/api/voice/webhooks/telephony_a/answer';
  const asked = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  const signed = `http://${localHeaders.host}${url}?${asked.join('&')}.77`;
  const signature = createHmac('sha256', authToken ?? '')
    .update(signed)
    .digest('base64');
  const headers = { 'x-plivo-signature-v3': signature, 'x-plivo-signature-v3-nonce': '77' };
  const bearing = authToken === undefined ? localHeaders : { ...localHeaders, ...headers };
  const { body } = await app.http.inject({ url, query, headers: bearing });
  const ports = app.fake.ports();
  const token = /telephony_a\/([\w-]+)</.exec(body)?.[1];
  const plan = token === undefined ? undefined : await ports.plans.claim(token, 'telephony_a');
  const uuid = plan?.callUuid ?? '';
  const startedMs = Date.parse('2026-01-01T10:00:00.000Z');
  let turn = 0;
  return {
    uuid,
    from,
    to: lineNumber,
    flowUuid,
    startedMs,
    plan,
    start(): void {
      const format = { encoding: 'mulaw', rateHz: 8000 } as const;
      const stream = { format, providerCallId: id, streamId: id, wallMs: startedMs };
      ports.log.append(ofCall(uuid), { type: 'started', atMs: 0, ...stream });
    },
    say(speaker: 'agent' | 'customer', text: string, startMs: number): void {
      turn += 1;
      const line = { turn, speaker, text, startMs, endMs: startMs + 400, words: [] };
      ports.log.append(ofCall(uuid), { type: 'line', atMs: startMs, line });
    },
    end(): void {
      ports.log.append(ofCall(uuid), { type: 'ended', atMs: 3000, reason: 'caller_hung_up', wallMs: startedMs + 3000 });
    },
    /** Simulates a caller who hangs up before the stream is opened. */
    async hungUpBefore(): Promise<void> {
      const told = { CallUUID: id, CallStatus: 'no-answer' };
      await app.http.inject({ url: '/api/voice/webhooks/telephony_a/hangup', query: told });
    },
  };
}
