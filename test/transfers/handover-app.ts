import { expect } from 'vitest';
import type { Fate, ProviderServerOptions, Talk } from '../../media/index.ts';
import { scriptedChannels } from '../click-to-call/scripted-channels.ts';
import { twoVoices } from '../click-to-call/two-voices.ts';
import { phoneOf } from '../contacts/contacts-app.ts';
import { createFakeMedia, type FakeMedia, lineNumber } from '../http/test-app.ts';
import { ofCall } from '../of-call.ts';
import { type OutboundAppOptions, openOutboundApp, type ProviderName } from '../telephony/outbound-app.ts';

const caller = '+15550001111';
export const teammate = phoneOf(9);
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Holds a stream like the media plane, until its end is requested or the person on it leaves. */
const holdStream =
  (fake: FakeMedia, dialect: ProviderName): Talk =>
  async (answer, call) => {
    if (answer.kind !== 'stream') return;
    const { plans, log, recordings } = fake.ports();
    const { pathname, searchParams } = new URL(answer.url);
    const token = searchParams.get('ticket') ?? pathname.split('/').at(-1) ?? '';
    const plan = await plans.claim(token, dialect);
    if (plan === undefined) return;
    const { callUuid, direction, limits } = plan;
    fake.live.add(callUuid);
    const format = { encoding: 'l16', rateHz: 8000 } as const;
    const startedMs = Date.now();
    log.append(plan, {
      type: 'started',
      atMs: 0,
      format,
      providerCallId: call.id,
      streamId: call.id,
      wallMs: startedMs,
    });
    await recordings.write(plan, 8000, new Int16Array(8000).fill(4000));
    const { key, talkMs } = call.fate;
    for (const digit of key ?? '') log.append(plan, { type: 'dtmf', atMs: 10, digit, from: 'caller' });
    const isAsked = (): boolean => fake.ended.some((one) => one.callUuid === callUuid);
    const isTired = (): boolean =>
      direction === 'outbound' && Date.now() - startedMs > Math.min(talkMs, limits.maxCallSeconds * 1000);
    while (!isAsked() && !call.hungUp.signal.aborted && !isTired()) await wait(5);
    fake.live.delete(callUuid);
    await recordings.finish(plan);
    const reason = isAsked() ? 'transferred' : 'caller_hung_up';
    log.append(plan, { type: 'ended', atMs: 500, reason, wallMs: Date.now() });
  };

export interface HandoverOptions extends Omit<OutboundAppOptions, 'provider' | 'media' | 'dialect'> {
  /** Result of each call to the teammate; `nth` counts from 1. */
  readonly fate?: (nth: number) => Partial<Fate>;
  readonly provider?: Partial<ProviderServerOptions>;
  /** Whether the two people talk until one is hung up. */
  readonly isLong?: boolean;
}

/** Opens a call between a caller and the agent at an emulated provider, and a queue `sales` with one teammate. */
export async function openHandover(
  dialect: ProviderName,
  { fate = () => ({}), isLong = false, ...options }: HandoverOptions = {},
) {
  const media = createFakeMedia();
  const voices = twoVoices();
  const app = await openOutboundApp({
    dialect,
    media,
    transcriber: scriptedChannels,
    ...options,
    provider: {
      talk: holdStream(media, dialect),
      recordingOf: () => voices,
      fate: (to, nth) => (to === teammate ? fate(nth) : {}),
      ...options.provider,
    },
  });
  const ask = async (method: 'GET' | 'POST' | 'PUT' | 'PATCH', url: string, payload?: object) => {
    const answer = await app.http.inject({ method, url, ...(payload === undefined ? {} : { payload }) });
    expect(answer.statusCode, answer.body).toBeLessThan(300);
    return answer.body === '' ? undefined : answer.json();
  };
  const { members } = await ask('GET', '/api/auth/members');
  const userUuid = members[0].user_uuid as string;
  await ask('PUT', `/api/voice/agents/phone-numbers/${userUuid}`, { phone_number: teammate });
  await ask('PUT', '/api/voice/agents/me/availability', { available: true });
  await ask('POST', '/api/voice/queues', { name: 'sales', members: [userUuid] });
  const hooks = `${app.publicBaseUrl}/api/voice/webhooks/${dialect}`;
  const fields = {
    telephony_a: { answer_url: `${hooks}/answer`, hangup_url: `${hooks}/hangup` },
    telephony_b: {
      StreamAppletUrl: `${hooks}/answer`,
      ConnectAppletUrl: `${hooks}/handoff`,
      StatusCallback: `${hooks}/status`,
    },
    twilio: { Url: `${hooks}/answer`, StatusCallback: `${hooks}/status` },
    telnyx: { webhook_url: `${hooks}/answer`, connection_id: '1' },
    vobiz: { answer_url: `${hooks}/answer`, hangup_url: `${hooks}/hangup` },
    vonage: { answer_url: `${hooks}/answer`, event_url: `${hooks}/status` },
    asterisk: { answer: `${hooks}/answer`, status: `${hooks}/status` },
  }[dialect];
  const leg = app.provider.callIn({
    from: caller,
    to: lineNumber,
    fields,
    fate: { ringMs: 0, ...(isLong && { talkMs: 600_000 }) },
  });
  const find = async () => (await ask('GET', '/v1/calls')).calls[0];
  await expect.poll(async () => (await find())?.status, { timeout: 60_000 }).toBe('in_progress');
  const callUuid = (await find()).uuid as string;
  return {
    ...app,
    ask,
    leg,
    callUuid,
    media,
    read: () => ask('GET', `/v1/calls/${callUuid}?events=1`),
    handOver: () => media.ports().transfers.transfer(ofCall(callUuid), 'sales', 'Wants a quote.'),
    available: async () => (await ask('GET', '/api/voice/calls/agent-availability?target=sales')).available,
    /** Returns everyone who is still on the line at the provider. */
    onTheLine: () => app.provider.calls.filter(({ state }) => ['queued', 'ringing', 'in-progress'].includes(state)),
  };
}
