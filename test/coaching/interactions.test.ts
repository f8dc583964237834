import { expect, test } from 'vitest';
import type { CallEvent, TranscriptLine } from '../../media/ports.ts';
import type { OrganisationId } from '../../src/data/index.ts';
import { createTranscriptStore } from '../../src/features/analysis/interactions/index.ts';
import { onEachDatabase } from '../contacts/contacts-app.ts';
import { session as person } from '../http/fake-authenticator.ts';
import { flowUuid } from '../http/test-app.ts';
import { openCoach } from './coach-app.ts';
import { says, scriptedAgent } from './scripted-agent.ts';
import { scriptedCallers } from './scripted-callers.ts';

const words = [
  { text: 'Lamp', startMs: 1000, endMs: 1400, heard: 'yes' },
  { text: 'here', startMs: 1400, endMs: 1800, heard: 'estimated_no' },
] as const;
const line = (turn: number, speaker: TranscriptLine['speaker'], text: string): CallEvent => ({
  type: 'line',
  atMs: turn * 1000,
  line: { turn, speaker, text, startMs: turn * 1000, endMs: turn * 1000 + 900, words: turn === 1 ? [...words] : [] },
});
const started: CallEvent = {
  type: 'started',
  atMs: 0,
  providerCallId: 'p',
  streamId: 's',
  wallMs: 0,
  format: { encoding: 'l16', rateHz: 16_000 },
};
const ended: CallEvent = { type: 'ended', atMs: 9000, reason: 'caller_hung_up', wallMs: 9000 };

onEachDatabase('interactions of practice', ({ place }) => {
  test('a simulated run is listed under its source alone, with its transcript, until the run is deleted', async () => {
    const agent = scriptedAgent(says('Hello.', 'Our lamp costs ten euros, and I have booked your visit for Monday.'));
    const { ask, field, scenario } = await openCoach(await place(), { agent });
    await field('Price', 'Sale', ['ten euros']);
    const { uuid } = await scenario({ objective: 'Book a visit.', rubric: 'Sale' });
    const run = { scenario_uuid: uuid, target_uuid: flowUuid, mode: 'text', seed: 5, wait: true };
    const { body: over } = await ask('POST', 'runs', run);
    expect(over).toMatchObject({ status: 'completed', summary: expect.stringMatching(/./) });
    const listed = async (query = '') => (await ask('GET', `/api/calls${query}`)).body;
    expect(await listed()).toMatchObject({ total: 0, calls: [] });
    expect(await listed('?source=practice')).toMatchObject({ total: 0 });
    const { total, calls } = await listed('?source=simulation&q=nora');
    expect([total, calls[0]]).toMatchObject([
      1,
      { uuid: over.uuid, source: 'simulation', status: 'completed', customer: { name: 'Nora' }, summary: over.summary },
    ]);
    const { transcript } = (await ask('GET', `/api/calls/${calls[0].id}`)).body;
    expect(transcript.map(({ text }: { text: string }) => text)).toEqual(
      over.transcript.map(({ text }: { text: string }) => text),
    );
    expect((await ask('GET', '/api/dashboard')).body.stats.calls_total).toBe(0);
    expect((await ask('DELETE', `/api/calls/${calls[0].id}`)).status).toBe(409);
    expect((await ask('DELETE', `runs/${over.uuid}`)).status).toBe(204);
    expect(await listed('?source=simulation')).toMatchObject({ total: 0 });
    expect((await ask('GET', `/api/v1/sales/calls/${over.uuid}/transcript`)).status).toBe(404);
  });

  test('a run by voice keeps the words of its session and what was heard of them, by both clocks', async () => {
    const callers = scriptedCallers();
    const { ask, scenario, fake, database } = await openCoach(await place(), { callers });
    const { uuid } = await scenario();
    const said = [line(1, 'agent', 'Lamp'), line(2, 'customer', 'I want a lamp.')];
    callers.log = said.flatMap((event) => (event.type === 'line' ? [event.line] : []));
    callers.onCall = async ({ url }) => {
      const plan = await fake.ports().plans.claim(url.split('/').at(-1) as string, 'browser');
      const session = { kind: 'simulation', callUuid: plan?.callUuid ?? '' } as const;
      for (const event of [started, ...said, ended]) fake.ports().log.append(session, event);
    };
    for (const clock of ['real', 'virtual']) {
      const run = { scenario_uuid: uuid, target_uuid: flowUuid, mode: 'voice', clock, seed: 3, wait: true };
      const { body } = await ask('POST', 'runs', run);
      expect(body.transcript).toHaveLength(2);
      const stored = await createTranscriptStore(database).get(
        person('admin').organisationId as OrganisationId,
        body.uuid,
      );
      expect(stored).toMatchObject([
        { speaker: 'agent', startMs: 1000, endMs: 1900, words: [{ heard: 'yes' }, { heard: 'estimated_no' }] },
        { speaker: 'customer', text: 'I want a lamp.', words: [] },
      ]);
    }
  });

  test('live practice is stored as practice of the person who spoke', async () => {
    const { ask, scenario, fake } = await openCoach(await place());
    const { uuid } = await scenario();
    const opened = await ask('POST', 'live/sessions', { scenario_uuid: uuid, target_uuid: flowUuid });
    const { session_uuid: callUuid, run_uuid: run, token } = opened.body;
    await fake.ports().plans.claim(token, 'browser');
    const said = [line(1, 'agent', 'Lamp'), line(2, 'customer', 'It costs ten euros.')];
    for (const event of [started, ...said, ended]) fake.ports().log.append({ kind: 'practice', callUuid }, event);
    const listed = async () => (await ask('GET', '/api/calls?source=practice')).body.calls;
    await expect.poll(async () => (await listed()).length).toBe(1);
    expect((await listed())[0]).toMatchObject({ uuid: run, source: 'practice', customer: { name: 'Nora' } });
    const transcript = (await ask('GET', `/api/v1/sales/calls/${run}`)).body.transcript;
    expect(transcript).toMatchObject([
      { speaker: 'customer', text: 'Lamp' },
      { speaker: 'agent', text: 'It costs ten euros.' },
    ]);
    expect((await ask('GET', '/api/calls')).body.total).toBe(0);
  });
});
