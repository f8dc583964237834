import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { CallEvent } from '../../media/ports.ts';
import { createWavFile } from '../../src/recordings/wav-file.ts';
import { begin, ended, line, started } from '../http/stored-calls.ts';
import { openTestApp } from '../http/test-app.ts';
import { ofCall } from '../of-call.ts';

test('a finished call of this server is analysed without an upload', async () => {
  const app = await openTestApp();
  const { callUuid } = await begin(app);
  const tell = (event: CallEvent) => app.fake.ports().log.append(ofCall(callUuid), event);
  const startMs = Date.now();
  tell(started(startMs));
  tell(line(0, 'agent', 'Would you like to schedule a visit on Thursday at 10 am?', 100));
  tell(line(1, 'customer', 'Yes, that works. Thank you so much!', 4000));
  tell(line(1, 'agent', 'Perfect, see you on Thursday.', 8000));
  const get = async (url: string) => (await app.http.inject({ url })).json();
  expect((await get('/api/calls')).total).toBe(0);
  tell(ended('caller_hung_up', startMs + 9000));
  await expect.poll(async () => (await get('/api/calls')).calls[0]?.status).toBe('completed');
  const [listed] = (await get('/api/calls')).calls;
  const call = await get(`/api/calls/${listed.id}`);
  expect(call).toMatchObject({
    uuid: callUuid,
    source: 'call',
    direction: 'inbound',
    duration: 9,
    outcome: 'visit_scheduled',
    sentiment: 'positive',
    customer: { phone: '+15550001111' },
  });
  expect(call.transcript).toEqual((await get(`/v1/calls/${callUuid}`)).transcript);
  expect((await app.http.inject({ method: 'DELETE', url: `/api/calls/${listed.id}` })).statusCode).toBe(204);
  expect((await app.http.inject({ url: `/v1/calls/${callUuid}` })).statusCode).toBe(404);
});

test('card numbers in a call are removed from its events, transcript and recording unless the organisation keeps them', async () => {
  const rateHz = 8000;
  const spoken = 'It is 4111 1111 1111 1111 thanks.';
  const words = spoken.split(' ').map((text, index) => ({ text, startMs: 1000 * index, endMs: 1000 * index + 900 }));
  async function call(redaction: boolean) {
    const app = await openTestApp();
    await app.http.inject({ method: 'PATCH', url: '/api/analysis/settings', payload: { redaction } });
    const get = async (url: string) => (await app.http.inject({ url })).json();
    const { callUuid } = await begin(app);
    const uuid = ofCall(callUuid);
    const startMs = Date.now();
    const said = line(1, 'customer', spoken, 0);
    for (const event of [
      started(startMs),
      { ...said, ...('line' in said ? { line: { ...said.line, words } } : {}) },
      ended('caller_hung_up', startMs),
    ])
      app.fake.ports().log.append(uuid, event as CallEvent);
    await expect.poll(async () => (await get(`/v1/calls/${callUuid}`)).ended_at).not.toBeNull();
    const file = await createWavFile(join(app.dataDir, 'recordings', `${callUuid}.wav`), rateHz);
    await file.put(0, new Int16Array(2 * rateHz * 7).fill(1000));
    await file.close();
    const record = await get(`/v1/calls/${callUuid}`);
    const sound = await app.http.inject({
      url: `${record.recording_url.replace(/^https?:\/\/[^/]*/, '')}&format=wav`,
    });
    const samples = new Int16Array(new Uint8Array(sound.rawPayload.subarray(44)).buffer);
    return { app, record, at: (second: number) => [samples[2 * rateHz * second], samples[2 * rateHz * second + 1]] };
  }
  const redacted = await call(true);
  expect(redacted.record.transcript[0].text).toBe('It is [card number] thanks.');
  const { app } = redacted;
  const stored = await app.database.system.read.select().from(app.database.tables.callEvents);
  expect(JSON.stringify(stored)).not.toMatch(/4111 ?1111/);
  expect([1.5, 2.1, 4, 5.8, 6.3].map(redacted.at)).toEqual([
    ...[
      [1000, 1000],
      [0, 0],
      [0, 0],
      [0, 0],
      [1000, 1000],
    ],
  ]);
  const kept = await call(false);
  expect(kept.record.transcript[0].text).toBe(spoken);
  expect(kept.at(4)).toEqual([1000, 1000]);
});

test('lists, statistics and the dashboard of calls show the analysis, and metadata that is written takes precedence', async () => {
  const app = await openTestApp();
  const { callUuid } = await begin(app);
  const tell = (event: CallEvent) => app.fake.ports().log.append(ofCall(callUuid), event);
  const startMs = Date.now();
  tell(started(startMs));
  tell(line(0, 'agent', 'Would you like to schedule a visit on Thursday at 10 am?', 100));
  tell(line(1, 'customer', 'Yes, that works. Thank you so much!', 4000));
  tell(ended('caller_hung_up', startMs + 9000));
  const get = async (url: string) => (await app.http.inject({ url })).json();
  const write = async (extraction: unknown) => {
    const payload = { key_details: { extraction } };
    const url = `/api/voice/calls/${callUuid}/metadata`;
    expect((await app.http.inject({ method: 'POST', url, payload })).statusCode).toBe(200);
  };
  const shown = async () => {
    const { calls } = await get('/v1/calls');
    const { sentiment_breakdown: ofCalls } = await get('/v1/calls/stats');
    const { stats } = await get('/api/dashboard');
    const { sentiment_breakdown: ofDashboard, outcome_breakdown: outcomes } = stats;
    return { sentiment: calls[0].sentiment, summary: calls[0].summary, ofCalls, ofDashboard, outcomes };
  };
  await expect.poll(async () => (await get('/api/calls')).calls[0]?.status).toBe('completed');
  const [analysed] = (await get('/api/calls')).calls;
  const found = {
    sentiment: 'positive',
    summary: analysed.summary,
    ofCalls: { positive: 1, neutral: 0, negative: 0 },
    ofDashboard: { positive: 1 },
    outcomes: { visit_scheduled: 1 },
  };
  expect(analysed.summary).toMatch(/\w/);
  expect(await shown()).toEqual(found);
  await write({ review: { sentiment: 'negative', summary: 'Wanted another day.' } });
  expect(await shown()).toEqual({
    sentiment: 'negative',
    summary: 'Wanted another day.',
    ofCalls: { positive: 0, neutral: 0, negative: 1 },
    ofDashboard: { negative: 1 },
    outcomes: { visit_scheduled: 1 },
  });
  await app.http.inject({ method: 'PATCH', url: `/api/calls/${analysed.id}`, payload: { outcome: 'no_interest' } });
  await write({ review: null });
  expect(await shown()).toEqual({ ...found, outcomes: { no_interest: 1 } });
});
