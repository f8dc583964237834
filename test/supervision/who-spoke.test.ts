import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { CallEvent, SpokenBy, TranscriptLine } from '../../media/ports.ts';
import type { OrganisationId } from '../../src/data/index.ts';
import { analysisOnce, onEachDatabase } from '../call-analysis/analysis-app.ts';
import { phoneOf } from '../contacts/contacts-app.ts';
import { copyFlow } from '../http/copied-flow.ts';
import { ended } from '../http/stored-calls.ts';
import { ofCall } from '../of-call.ts';

const supervisor = { kind: 'supervisor', userUuid: 'u1', name: 'Asha Rao' } as const;
const spoken_by = { kind: 'supervisor', user_uuid: 'u1', name: 'Asha Rao' };
const discount = 'We offer a ten percent discount on the cleaning.';
let numbers = 0;

onEachDatabase('who spoke in a call', (database) => {
  const open = analysisOnce(database);
  type App = ReturnType<typeof open>;

  /** Holds a call whose lines have these speakers and texts. Returns its uuid. */
  async function hold(app: App, said: readonly (readonly [TranscriptLine['speaker'], string, SpokenBy?])[]) {
    const ports = app.fake.ports();
    const id = randomUUID();
    const to = `+1202557${1000 + ++numbers}`;
    await copyFlow(app.database, app.people.admin.organisationId as OrganisationId, to);
    const query = { CallUUID: id, From: phoneOf(1), To: to };
    const { body } = await app.http.inject({ url: '/api/voice/webhooks/telephony_a/answer', query });
    const plan = await ports.plans.claim(/telephony_a\/([\w-]+)</.exec(body)?.[1] as string, 'telephony_a');
    const uuid = plan?.callUuid ?? '';
    const format = { encoding: 'mulaw', rateHz: 8000 } as const;
    const wallMs = Date.now();
    const events: CallEvent[] = [
      { type: 'started', atMs: 0, format, providerCallId: id, streamId: id, wallMs },
      ...said.map(([speaker, text, spokenBy], index): CallEvent => {
        const startMs = 4000 * index;
        const line = { turn: index, speaker, text, startMs, endMs: startMs + 3000, words: [] };
        return { type: 'line', atMs: startMs, line: spokenBy === undefined ? line : { ...line, spokenBy } };
      }),
    ];
    for (const event of events) ports.log.append(ofCall(uuid), event);
    return {
      uuid,
      async end() {
        ports.log.append(ofCall(uuid), ended('caller_hung_up', wallMs + 4000 * said.length));
        const listed = async () => (await app.ask('GET', '/api/calls', { query: { limit: '50' } })).body.calls;
        const own = async () => (await listed()).find((call: { uuid: string }) => call.uuid === uuid);
        await expect.poll(async () => (await own())?.status).toBe('completed');
        return (await app.ask('GET', `/api/calls/${(await own()).id}`)).body;
      },
    };
  }

  async function criterion(app: App, options: readonly string[]): Promise<string> {
    const key = `offers_${++numbers}`;
    const body = { key, name: key, group: 'Sale', field_type: 'score', options };
    expect((await app.ask('POST', '/api/extraction-fields', { as: 'superadmin', body })).status).toBe(201);
    return key;
  }

  test('is in the live and the stored transcript of every API, and the supervisor’s words give the agent no score', async () => {
    const app = open();
    const key = await criterion(app, ['ten percent discount on the cleaning']);
    const { uuid, end } = await hold(app, [
      ['agent', 'Good morning, how can I help?'],
      ['customer', 'What does the cleaning cost me?'],
      ['agent', discount, supervisor],
      ['customer', 'Great, I will take it.'],
      ['agent', 'I am with you again. Please go on.'],
      ['agent', 'Bring your card.', { ...supervisor, through: 'agent' }],
    ]);
    const who = [undefined, undefined, spoken_by, undefined, undefined, { ...spoken_by, through: 'agent' }];
    const whoIn = (lines: readonly { spoken_by?: unknown }[]) => lines.map((line) => line.spoken_by);
    const live = (await app.ask('GET', `/v1/calls/${uuid}`)).body;
    expect(whoIn(live.transcript)).toEqual(who);
    expect(live.transcript[2]).toMatchObject({ speaker: 'agent', text: discount });
    const analysed = await end();
    expect(whoIn(analysed.transcript)).toEqual(who);
    for (const url of [`/v1/calls/${uuid}/transcript`, `/api/v1/sales/calls/${uuid}/transcript`])
      expect([url, whoIn((await app.ask('GET', url)).body)]).toEqual([url, who]);
    expect(analysed.key_details.qms_scores[key]).toBe(0);
    expect(analysed.sentiment).not.toBeNull();

    const same = await hold(app, [
      ['agent', 'Good morning, how can I help?'],
      ['customer', 'What does the cleaning cost me?'],
      ['agent', discount],
    ]);
    expect((await same.end()).key_details.qms_scores[key]).toBe(100);
  });

  test('leaves the conversation with a supervisor out of a scenario made from the call', async () => {
    const app = open();
    const { uuid, end } = await hold(app, [
      ['agent', 'Lamp House, how can I help you?'],
      ['customer', 'I would like to buy a desk lamp.'],
      ['agent', 'What is your budget for the lamp?', supervisor],
      ['customer', 'About 80 euros.'],
      ['agent', 'I am with you again. Is there anything else?'],
      ['customer', 'No, that is all. Thank you.'],
    ]);
    await end();
    const make = (call: string) => app.ask('POST', '/api/pf-coach/scenarios/from-call', { body: { call_uuid: call } });
    const made = await make(uuid);
    expect(made.status).toBe(201);
    expect(made.body.scenario.situation).toContain('desk lamp');
    expect(JSON.stringify(made.body)).not.toMatch(/budget|80 euros/);

    const alone = await hold(app, [
      ['agent', 'Lamp House, how can I help you?'],
      ['agent', 'Asha here. What would you like?', supervisor],
      ['customer', 'I would like to buy a desk lamp.'],
    ]);
    await alone.end();
    expect(await make(alone.uuid)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('only with a person') },
    });
  });

  test('may be given with an uploaded transcript, for turns of the agent’s side only', async () => {
    const app = open();
    const key = await criterion(app, ['ten percent discount on the cleaning']);
    const upload = (second: object) =>
      app.ask('POST', '/api/v1/sales/calls', {
        body: {
          transcript: [
            { speaker: 'agent', text: 'Good morning.' },
            { speaker: 'agent', text: discount, ...second },
            { speaker: 'customer', text: 'Thank you.' },
          ],
        },
      });
    const { body } = await upload({ spoken_by: { kind: 'supervisor', name: 'Asha Rao', user_uuid: 'somebody' } });
    const call = await app.settled(body.id);
    expect(call.transcript[1].spoken_by).toEqual({ kind: 'supervisor', user_uuid: null, name: 'Asha Rao' });
    expect(call.key_details.qms_scores[key]).toBe(0);
    for (const bad of [
      { speaker: 'supervisor' },
      { spoken_by: { kind: 'robot' } },
      { speaker: 'customer', spoken_by: { kind: 'human' } },
    ])
      expect([bad, (await upload(bad)).status]).toEqual([bad, 400]);
  });
});
