import { describe, expect, test } from 'vitest';
import type { ProviderServer } from '../../media/emulator/index.ts';
import { lineNumber, localHeaders } from '../http/test-app.ts';
import { type OutboundApp, openOutboundApp, type ProviderName } from './outbound-app.ts';

const caller = '+12025550177';

/** An inbound call at the provider with an unsigned callback. */
async function answered(app: OutboundApp, dialect: ProviderName, call: { id: string; from: string }): Promise<string> {
  const form =
    dialect === 'telephony_a'
      ? { CallUUID: call.id, From: call.from, To: lineNumber }
      : { CallSid: call.id, CallFrom: call.from, CallTo: lineNumber };
  const response = await app.http.inject({
    method: 'POST',
    url: `/api/voice/webhooks/${dialect}/answer`,
    headers: { ...localHeaders, 'content-type': 'application/x-www-form-urlencoded', authorization: '' },
    payload: new URLSearchParams(form).toString(),
  });
  const token = new RegExp(`/media/${dialect}/([\\w-]+)`).exec(response.body)?.[1] ?? '';
  const plan = await app.fake.ports().plans.claim(token, dialect);
  expect(plan, response.body).toBeDefined();
  return plan?.callUuid as string;
}

async function askForPeace(app: OutboundApp, callUuid: string, providerCallId: string): Promise<void> {
  const { log } = app.fake.ports();
  const format = { encoding: 'mulaw', rateHz: 8000 } as const;
  const call = { kind: 'call', callUuid } as const;
  log.append(call, { type: 'started', atMs: 0, format, providerCallId, streamId: callUuid, wallMs: 0 });
  log.append(call, { type: 'ended', atMs: 9, reason: 'dnc_request', wallMs: 9 });
  const status = async () => (await app.http.inject({ url: `/v1/calls/${callUuid}` })).json().status;
  await expect.poll(status).toBe('completed');
}

const callIn = (provider: ProviderServer, from = caller): string =>
  provider.callIn({ from, to: lineNumber, fields: {}, fate: { ringMs: 0 } }).id;

const lines = ({ logged }: OutboundApp, event: string) => logged.filter((line) => line.event === event);

describe.each(['telephony_a', 'telephony_b'] as const)('"do not call" in an unsigned call over %s', (dialect) => {
  const open = async () => {
    const app = await openOutboundApp({ dialect });
    const payload = { phone: caller, name: 'Ada' };
    const { uuid } = (await app.http.inject({ method: 'POST', url: '/v1/contacts', payload })).json();
    const isOptedOut = async () => (await app.http.inject({ url: `/v1/contacts/${uuid}` })).json().opted_out;
    return { app, isOptedOut };
  };

  test('a spoken opt-out applies if the provider names the same caller', async () => {
    const { app, isOptedOut } = await open();
    const id = callIn(app.provider);
    await app.provider.idle();
    await askForPeace(app, await answered(app, dialect, { id, from: caller }), id);
    await expect.poll(isOptedOut).toBe(true);
    expect(lines(app, 'opt_out_verified')).toHaveLength(1);
  });

  test('a spoken opt-out is logged and ignored if the provider names another caller', async () => {
    const { app, isOptedOut } = await open();
    const id = callIn(app.provider, '+12025550199');
    await app.provider.idle();
    await askForPeace(app, await answered(app, dialect, { id, from: caller }), id);
    await expect.poll(() => lines(app, 'opt_out_unverified').length).toBe(1);
    expect(await isOptedOut()).toBe(false);
  });

  test('a spoken opt-out is logged and ignored without a connected account', async () => {
    const { app, isOptedOut } = await open();
    await app.http.inject({ method: 'DELETE', url: `/api/voice/integrations/telephony/${dialect}` });
    await askForPeace(app, await answered(app, dialect, { id: 'forged-call', from: caller }), 'forged-call');
    await expect.poll(() => lines(app, 'opt_out_unverified').length).toBe(1);
    expect(await isOptedOut()).toBe(false);
  });
});
