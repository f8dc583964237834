import { describe, expect, test } from 'vitest';
import type { CallEvent } from '../../media/ports.ts';
import type { OrganisationId } from '../../src/data/index.ts';
import { createFlowStore } from '../../src/features/campaigns/campaigns/definition-store.ts';
import { onEachDatabase } from '../data/databases.ts';
import { newFlow } from '../data/sample-rows.ts';
import { ofCall } from '../of-call.ts';
import { fakeAuthenticator, session } from './fake-authenticator.ts';
import { createFakeMedia, flowUuid, lineNumber, openTestApp } from './test-app.ts';

const theirs = '00000000-0000-4000-8000-000000000002' as OrganisationId;
const theirFlow = '00000000-0000-4000-8000-00000000000f';
const theirNumber = '+12025550999';
const missing = '00000000-0000-4000-8000-0000000000ff';
const hooks = '/api/voice/webhooks';

type Who = 'ours' | 'theirs';

/** A server with two organisations, each with a flow, a call that goes on and a call that is over. */
async function openShared(env: Readonly<Record<string, string>>) {
  const media = createFakeMedia();
  const authenticator = fakeAuthenticator({
    ours: session('admin'),
    theirs: session('admin', { organisationId: theirs }),
  });
  const app = await openTestApp({ env, media, authenticator });
  const stored = createFlowStore(app.database);
  const own = await stored.list('00000000-0000-4000-8000-000000000001' as OrganisationId, {}, { limit: 1, offset: 0 });
  const flow = newFlow(theirFlow, {
    name: 'Their flow',
    config: own.rows[0]?.config,
    phoneNumber: theirNumber,
    phoneKey: theirNumber.slice(2),
  });
  await stored.addNew(theirs, flow, [{ id: 'secret', title: 'Their secret', text: 'is theirs' }]);

  const ports = media.ports();
  const answer = async (number: string, id: string) => {
    const query = { CallUUID: id, From: '+15550001111', To: number };
    const { body } = await app.http.inject({ url: `${hooks}/telephony_a/answer`, query });
    return ports.plans.claim(/telephony_a\/([\w-]+)</.exec(body)?.[1] as string, 'telephony_a');
  };
  const begin = async (number: string, id: string): Promise<string> => {
    const plan = await answer(number, id);
    if (plan === undefined) return expect.unreachable('no plan');
    const { callUuid } = plan;
    const wallMs = Date.parse('2026-03-01T10:00:00.000Z');
    const format = { encoding: 'mulaw', rateHz: 8000 } as const;
    ports.log.append(ofCall(callUuid), { type: 'started', atMs: 0, format, providerCallId: id, streamId: 's', wallMs });
    const line = { turn: 0, speaker: 'agent', text: `said to ${number}`, startMs: 0, endMs: 500, words: [] } as const;
    ports.log.append(ofCall(callUuid), { type: 'line', atMs: 0, line });
    media.live.add(callUuid);
    await ports.recordings.write(ofCall(callUuid), 8000, new Int16Array(1600).fill(257));
    return callUuid;
  };
  const calls = { ours: await begin(lineNumber, 'p-1'), theirs: await begin(theirNumber, 'p-2') };
  const ask = (who: Who, url: string, payload?: object) =>
    app.http.inject({
      url,
      headers: { authorization: `Bearer ${who}` },
      ...(payload === undefined ? {} : { method: 'POST', payload }),
    });
  // Events of a call are written before its record is returned.
  for (const who of ['ours', 'theirs'] as const) await ask(who, `/v1/calls/${calls[who]}`);
  return { app, media, ports, calls, ask };
}

const flows = { ours: flowUuid, theirs: theirFlow };
const other = { ours: 'theirs', theirs: 'ours' } as const;

onEachDatabase('two organisations of one server', ({ place }) => {
  test('organisations see, hear and end nothing of each other', async () => {
    const { databaseUrl } = await place();
    const { app, media, ports, calls, ask } = await openShared(
      databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl },
    );

    for (const who of ['ours', 'theirs'] as const) {
      const foreign = [calls[other[who]], flows[other[who]], 'Their secret'].filter(
        (text) => who === 'ours' || text !== 'Their secret',
      );
      for (const url of ['/v1/calls', '/api/voice/calls/live', '/api/voice/flows', '/v1/campaigns']) {
        const { body, statusCode } = await ask(who, url);
        expect(statusCode, url).toBe(200);
        for (const text of foreign) expect(body, `${who} ${url}`).not.toContain(text);
      }
      expect((await ask(who, '/v1/calls')).json()).toMatchObject({ total: 1, calls: [{ uuid: calls[who] }] });
      expect((await ask(who, '/api/voice/calls/live')).json().calls).toHaveLength(1);
      const wrongFlow = await ask(who, `/v1/calls?campaign_id=${flows[other[who]]}`);
      expect(wrongFlow.json()).toMatchObject({ total: 0, calls: [] });

      const own = calls[who];
      expect((await ask(who, `/v1/calls/${own}/transcript`)).body).toContain('said to');
      const recording = (await ask(who, `/v1/calls/${own}`)).json().recording_url as string;
      expect((await ask(who, `${recording}&format=wav`)).statusCode).toBe(200);
      const foreignRecording = recording.replace(own, calls[other[who]]);
      expect((await ask(who, `${foreignRecording}&format=wav`)).statusCode).toBe(401);
    }

    const routes: readonly ((uuid: string) => readonly [string, object?])[] = [
      (uuid) => [`/v1/calls/${uuid}`],
      (uuid) => [`/v1/calls/${uuid}?events=1`],
      (uuid) => [`/v1/calls/${uuid}/transcript`],
      (uuid) => [`/api/voice/calls/${uuid}/end`, { reason: 'workflow_close' }],
    ];
    const flowRoutes: typeof routes = [
      (uuid) => [`/api/voice/flows/${uuid}`],
      (uuid) => [`/api/voice/flows/${uuid}/browser-test`, {}],
    ];
    for (const who of ['ours', 'theirs'] as const) {
      const cases = [
        ...routes.map((route) => ({ route, foreign: calls[other[who]] })),
        ...flowRoutes.map((route) => ({ route, foreign: flows[other[who]] })),
      ];
      for (const { route, foreign } of cases) {
        const [theirAnswer, noAnswer] = [await ask(who, ...route(foreign)), await ask(who, ...route(missing))];
        expect(theirAnswer.statusCode, route('')[0]).toBe(404);
        expect(theirAnswer.body.replaceAll(foreign, missing)).toBe(noAnswer.body);
        expect(Object.keys(theirAnswer.headers)).toEqual(Object.keys(noAnswer.headers));
      }
    }
    expect(media.ended).toEqual([]);

    await ask('theirs', `/api/voice/calls/${calls.theirs}/end`, { reason: 'workflow_close' });
    expect(media.ended.map(({ callUuid }) => callUuid)).toEqual([calls.theirs]);

    // A provider says whose number it was by the call alone.
    const ended: CallEvent = {
      type: 'ended',
      atMs: 900,
      reason: 'caller_hung_up',
      wallMs: Date.parse('2026-03-01T10:00:01Z'),
    };
    for (const callUuid of Object.values(calls)) ports.log.append(ofCall(callUuid), ended);
    const callback = { CallUUID: 'p-2', CallStatus: 'completed' };
    const heard = await app.http.inject({ method: 'POST', url: `${hooks}/telephony_a/status`, payload: callback });
    expect(heard.statusCode).toBe(200);
    const events = async (who: Who) => (await ask(who, `/v1/calls/${calls[who]}?events=1`)).body;
    expect(await events('theirs')).toContain('callback');
    expect(await events('ours')).not.toContain('callback');
    expect((await ask('ours', `/v1/calls/${calls.ours}`)).json()).toMatchObject({ status: 'completed' });
  });
});

describe('a number claimed by two organisations', () => {
  test('is answered by the first, and neither learns of the other', async () => {
    const app = await openTestApp();
    const store = createFlowStore(app.database);
    const [own] = await store.activeInboundByPhone(lineNumber.slice(2));
    const late = newFlow(theirFlow, {
      config: own?.config,
      phoneKey: lineNumber.slice(2),
      createdAt: '2999-01-01T00:00:00.000Z',
    });
    expect(await store.addNew(theirs, late, [])).toBe(true);
    await app.http.inject({ url: `${hooks}/telephony_a/answer`, query: { CallUUID: 'p', From: '+1', To: lineNumber } });
    const rows = await app.database.system.read.select().from(app.database.tables.calls);
    expect(rows.map(({ flowUuid: of, organisationId }) => [of, organisationId])).toEqual([
      [flowUuid, own?.organisationId],
    ]);
  });
});
