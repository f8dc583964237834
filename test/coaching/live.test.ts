import { expect, test } from 'vitest';
import type { CallEndReason, CallEvent, TranscriptLine } from '../../media/ports.ts';
import { onEachDatabase } from '../contacts/contacts-app.ts';
import { flowUuid } from '../http/test-app.ts';
import { base, openCoach, unknown } from './coach-app.ts';

const line = (turn: number, speaker: TranscriptLine['speaker'], text: string): CallEvent => ({
  type: 'line',
  atMs: turn * 1000,
  line: { turn, speaker, text, startMs: turn * 1000, endMs: turn * 1000 + 900, words: [] },
});
const started: CallEvent = {
  type: 'started',
  atMs: 0,
  providerCallId: 'p',
  streamId: 's',
  wallMs: 0,
  format: { encoding: 'l16', rateHz: 16_000 },
};
const ended = (reason: CallEndReason): CallEvent => ({ type: 'ended', atMs: 9000, reason, wallMs: 9000 });

onEachDatabase('live practice', ({ place }) => {
  test('a person practises with a persona, and is judged like an agent', async () => {
    const { ask, field, scenario, fake, http } = await openCoach(await place());
    await field('Price', 'Sale', ['ten euros']);
    const { uuid } = await scenario({ objective: 'Tell the price.', rubric: 'Sale', hidden_state: { budget: 'no' } });
    const body = { scenario_uuid: uuid, target_uuid: flowUuid };
    const opened = await ask('POST', 'live/sessions', body, 'mate');
    expect(opened).toMatchObject({ status: 201, body: { ws_url: expect.stringContaining('/media/browser/') } });
    const { session_uuid: id, run_uuid: run, token, ws_url: url } = opened.body;
    expect(url.endsWith(token)).toBe(true);
    const session = await ask('GET', `live/sessions/${id}`, undefined, 'mate');
    expect(session.body).toMatchObject({ objective: 'Tell the price.', status: 'queued', persona_name: 'Nora' });
    expect(JSON.stringify(session.body)).not.toContain('budget');
    expect((await ask('GET', `live/sessions/${id}`, undefined, 'stranger')).status).toBe(404);

    const ports = fake.ports();
    const plan = await ports.plans.claim(token, 'browser');
    expect(plan).toMatchObject({ kind: 'practice', callUuid: id, brain: { silentOpening: true, customer: {} } });
    const ref = { kind: 'practice', callUuid: id } as const;
    for (const event of [started, line(1, 'customer', 'Hello, what do you need?'), line(2, 'agent', 'A lamp.')])
      ports.log.append(ref, event);
    await expect.poll(async () => (await ask('GET', `runs/${run}`)).body.status).toBe('running');
    expect((await ask('DELETE', `runs/${run}`)).status).toBe(409);
    await ports.recordings.write(ref, 16_000, Int16Array.from([1, 2, 3, 4]));
    ports.log.append(ref, line(3, 'customer', 'Our lamp costs ten euros.'));
    ports.log.append(ref, ended('customer_satisfied'));
    const over = async () => (await ask('GET', `runs/${run}`)).body;
    await expect.poll(async () => (await over()).status).toBe('completed');
    expect(await over()).toMatchObject({
      target_kind: 'human_rep',
      target_uuid: flowUuid,
      mode: 'voice',
      ended_reason: 'satisfied',
      score: 100,
      transcript: [
        { speaker: 'agent', text: 'Hello, what do you need?', timestamp: 1 },
        { speaker: 'customer', text: 'A lamp.', timestamp: 2 },
        { speaker: 'agent', text: 'Our lamp costs ten euros.', timestamp: 3 },
      ],
      has_audio: true,
    });
    const headers = { authorization: 'Bearer mate' };
    const sound = await http.inject({ url: `${base}/runs/${run}/audio`, headers });
    // The customer is on the left.
    expect([...new Int16Array(Uint8Array.from(sound.rawPayload.subarray(44)).buffer)]).toEqual([2, 1, 4, 3]);
    expect(await ask('POST', `live/sessions/${id}/end`)).toMatchObject({ status: 200, body: { status: 'completed' } });
  });

  test('a session that nobody joins, in which nothing is said, or that is lost has no verdict', async () => {
    const clock = { ms: Date.parse('2026-03-02T09:00:00Z') };
    const { ask, scenario, fake } = await openCoach(await place(), { now: () => new Date(clock.ms) });
    const { uuid } = await scenario({ agent_opens: false });
    const open = async () => (await ask('POST', 'live/sessions', { scenario_uuid: uuid })).body;
    const failed = (error: string) => ({ status: 'failed', verdict: null, error: expect.stringContaining(error) });

    const unused = await open();
    await ask('POST', `live/sessions/${unused.session_uuid}/end`);
    expect((await ask('GET', `runs/${unused.run_uuid}`)).body).toMatchObject(failed('Nobody joined'));
    expect(await fake.ports().plans.claim(unused.token, 'browser')).toBeUndefined();

    const silent = await open();
    const ref = { kind: 'practice', callUuid: silent.session_uuid } as const;
    expect(await fake.ports().plans.claim(silent.token, 'browser')).toMatchObject({ brain: { greeting: '' } });
    for (const event of [started, line(1, 'agent', 'Hi, I want a lamp.'), ended('caller_hung_up')])
      fake.ports().log.append(ref, event);
    const run = async (id: string) => (await ask('GET', `runs/${id}`)).body;
    await expect.poll(async () => await run(silent.run_uuid)).toMatchObject(failed('Nothing was said'));

    for (const [body, status] of [
      [{}, 400],
      [{ scenario_uuid: unknown }, 404],
      [{ scenario_uuid: uuid, target_uuid: unknown }, 404],
      [{ scenario_uuid: uuid, language_code: 'xx-XX' }, 400],
    ] as const)
      expect((await ask('POST', 'live/sessions', body)).status).toBe(status);
    fake.full = 'max_calls';
    expect((await ask('POST', 'live/sessions', { scenario_uuid: uuid })).status).toBe(503);
  });

  test('a session of a dead server is closed by the next one', async () => {
    const where = await place();
    const clock = { ms: performance.now() };
    // The first server keeps running in this process. Its stopped clock renews nothing.
    const first = await openCoach(where, { now: () => new Date('2026-03-02T09:00:00Z') });
    const { uuid } = await first.scenario();
    const {
      token,
      run_uuid: run,
      session_uuid: id,
    } = (await first.ask('POST', 'live/sessions', { scenario_uuid: uuid })).body;
    await first.fake.ports().plans.claim(token, 'browser');
    first.fake.ports().log.append({ kind: 'practice', callUuid: id }, started);
    await expect.poll(async () => (await first.ask('GET', `runs/${run}`)).body.status).toBe('running');
    first.die();
    const second = await openCoach(where, { nowMs: () => clock.ms });
    const found = async () => {
      clock.ms += 20_000;
      return (await second.ask('GET', `runs/${run}`)).body;
    };
    await expect.poll(async () => (await found()).status).toBe('failed');
    expect(await found()).toMatchObject({ verdict: null, error: expect.stringContaining('interrupted') });
  });
});
