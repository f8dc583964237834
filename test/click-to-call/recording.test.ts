import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Fate, readWavChannels } from '../../media/index.ts';
import { createTranscriber } from '../../src/audio/index.ts';
import { onEachDatabase, phoneOf } from '../contacts/contacts-app.ts';
import { testModelsDir as modelsDir } from '../models.ts';
import { type OutboundApp, type OutboundAppOptions, openOutboundApp } from '../telephony/outbound-app.ts';
import { scriptedChannels } from './scripted-channels.ts';
import { twoVoices } from './two-voices.ts';

const built = (path: string): URL => new URL(`../../dist/media/${path}`, import.meta.url);
const recogniser = createTranscriber({
  modules: async () => ({
    decode: built('codec/sound/decode-child.js'),
    transcribe: built('call/transcript/transcribe-child.js'),
  }),
  modelsDir,
  threads: 1,
  providers: ['cpu'],
});

const voices = twoVoices();

interface Asked extends Omit<OutboundAppOptions, 'provider'> {
  readonly fate?: Partial<Fate>;
  readonly recordingOf?: () => Uint8Array | undefined;
}

/** Somebody with a number, who has called a contact of theirs, to the end of the call. */
async function called({ fate = {}, recordingOf = () => voices, ...options }: Asked = {}) {
  const fates = (to: string): Partial<Fate> => (to === phoneOf(9) ? fate : { ringMs: 5, talkMs: 30 });
  const app = await openOutboundApp({
    transcriber: scriptedChannels,
    ...options,
    provider: { fate: fates, recordingOf, signed: true },
  });
  const { members } = (await app.http.inject('/api/auth/members')).json();
  const mine = `/api/voice/agents/phone-numbers/${members[0].user_uuid}`;
  await app.http.inject({ method: 'PUT', url: mine, payload: { phone_number: phoneOf(9) } });
  const contact = { method: 'POST', url: '/v1/contacts', payload: { phone: phoneOf(1) } } as const;
  const { uuid: contactUuid } = (await app.http.inject(contact)).json();
  const click = await app.http.inject({ method: 'POST', url: `/api/voice/customers/${contactUuid}/calls` });
  const { call_uuid: uuid } = click.json();
  await app.provider.idle();
  return { app, uuid, contactUuid };
}

const read = async (app: OutboundApp, uuid: string) => (await app.http.inject(`/v1/calls/${uuid}?events=1`)).json();
const recorded = async (app: OutboundApp, uuid: string) => {
  await expect.poll(async () => (await read(app, uuid)).transcript.length, { timeout: 60_000 }).toBeGreaterThan(1);
  return read(app, uuid);
};
const asksFor = (app: OutboundApp) => app.provider.requests.filter((one) => one.includes('/Recording/')).length;

onEachDatabase('the recording of a person’s call', ({ place }) => {
  test('the recording is downloaded, merged with the customer left, transcribed by speaker, and served like any other', async () => {
    const { databaseUrl, ...where } = await place();
    const env = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
    const { app, uuid } = await called({ ...where, env, transcriber: recogniser });
    const call = await recorded(app, uuid);
    expect(call).toMatchObject({ status: 'completed', outcome: 'agent_answered' });
    const [first, second] = call.transcript;
    expect([first.speaker, second.speaker]).toEqual(['agent', 'customer']);
    expect(first.text).toMatch(/good morning/i);
    expect(second.text).toMatch(/good morning/i);
    expect(second.timestamp - first.timestamp).toBeGreaterThan(3);
    expect((await app.http.inject(`/v1/calls/${uuid}/transcript`)).json()).toEqual(call.transcript);

    const wav = await app.http.inject({ url: call.recording_url, headers: { accept: 'audio/wav' } });
    const [customer, teammate] = readWavChannels(wav.rawPayload);
    const loudBy = (clip: typeof customer, from: number, to: number) =>
      Math.max(...clip!.samples.subarray(clip!.samples.length * from, clip!.samples.length * to));
    expect(customer?.rateHz).toBe(8000);
    expect(loudBy(teammate, 0, 0.4)).toBeGreaterThan(1.5 * loudBy(customer, 0.6, 1));
    expect(loudBy(customer, 0, 0.4)).toBeLessThan(0.01);
    const mp3 = await app.http.inject({ url: `${call.recording_url}&format=mp3`, headers: { range: 'bytes=0-99' } });
    expect([mp3.statusCode, mp3.headers['content-type'], mp3.rawPayload.length]).toEqual([206, 'audio/mpeg', 100]);
    expect((await app.http.inject(`/api/voice/calls/${uuid}/recording`)).statusCode).toBe(401);
  });
});

describe('the recording of a person’s call', () => {
  test('is downloaded once, however often and in whatever order callbacks arrive', async () => {
    const { app, uuid } = await called({ fate: { callbacks: 'twice' } });
    const call = await recorded(app, uuid);
    const sent = app.provider.callbacks.filter(({ url }) => url.endsWith('/telephony_a/recording'));
    expect(sent.map(({ status }) => status)).toEqual([200, 200]);
    for (const { url, form } of sent)
      await app.http.inject({ method: 'POST', url: new URL(url).pathname, payload: { ...form } });
    expect(call.transcript).toHaveLength(2);
    expect(call.events.filter(({ type }: { type: string }) => type === 'recording')).toHaveLength(1);
    expect(asksFor(app)).toBe(1);
  });

  test('is requested after the call if no callback arrives', async () => {
    const clock = { ms: Date.now() };
    const { app, uuid } = await called({ now: () => new Date(clock.ms), fate: { callbacks: 'lost' } });
    const { id } = app.provider.calls[0]!;
    const over = `/api/voice/webhooks/telephony_a/click-to-call/status/${uuid}`;
    for (const said of [{ DialAction: 'answer' }, { CallStatus: 'completed' }])
      await app.http.inject({ method: 'POST', url: over, payload: { CallUUID: id, ...said } });
    expect((await read(app, uuid)).outcome).toBe('agent_answered');
    expect(asksFor(app)).toBe(0);
    clock.ms += 21_000;
    expect((await recorded(app, uuid)).recording_url).toContain(uuid);
  });

  test('comes from the provider only, never from the address of a forged callback', async () => {
    const { app, uuid } = await called({ fate: { callbacks: 'lost' }, recordingOf: () => undefined });
    const url = '/api/voice/webhooks/telephony_a/recording';
    const { id } = app.provider.calls[0]!;
    const forged = { RecordUrl: `${app.publicBaseUrl}/health`, RecordingID: 'mine' };
    const tell = (CallUUID: string) => app.http.inject({ method: 'POST', url, payload: { ...forged, CallUUID } });
    expect((await tell('somebody')).statusCode).toBe(404);
    expect((await tell(id)).statusCode).toBe(200);
    await expect.poll(() => asksFor(app)).toBe(1);
    expect((await read(app, uuid)).recording_url).toBeNull();
  });

  test('is neither downloaded nor served after an opt-out', async () => {
    const { app, uuid, contactUuid } = await called({ fate: { callbacks: 'lost' } });
    const patch = { method: 'PATCH', url: `/v1/contacts/${contactUuid}`, payload: { opted_out: true } } as const;
    await app.http.inject(patch);
    const { id } = app.provider.calls[0]!;
    const url = '/api/voice/webhooks/telephony_a/recording';
    await app.http.inject({ method: 'POST', url, payload: { CallUUID: id } });
    await expect
      .poll(async () =>
        (await app.database.system.read.select().from(app.database.tables.jobs)).map((job) => [job.kind, job.status]),
      )
      .toContainEqual(['calls.recording', 'done']);
    expect(asksFor(app)).toBe(0);
    expect((await read(app, uuid)).recording_url).toBeNull();
  });

  test('that cannot be read raises an alarm and leaves nothing behind', async () => {
    const { app, uuid } = await called({ recordingOf: () => Buffer.from('no sound at all, but some text') });
    const alarms = async () => (await read(app, uuid)).events.filter(({ type }: { type: string }) => type === 'alarm');
    await expect.poll(alarms, { timeout: 60_000 }).toMatchObject([{ code: 'recording_unread' }]);
    expect((await read(app, uuid)).recording_url).toBeNull();
    expect(() => readFileSync(join(app.dataDir, 'recordings', `${uuid}.wav`))).toThrow();
  });
});
