import { expect, test } from 'vitest';
import type { CallEvent } from '../../media/ports.ts';
import { bind } from '../../src/data/index.ts';
import { histogramOf, percentileOf, sumOf } from '../../src/features/analysis/voice-quality/histogram.ts';
import { createVoiceQualities, createVoiceQualityStore } from '../../src/features/analysis/voice-quality/index.ts';
import { storeCall } from '../calls/stored-calls.ts';
import { onEachDatabase, openContacts, people } from '../contacts/contacts-app.ts';
import { turnOf } from '../http/stored-calls.ts';

test('percentiles of a histogram are within 4 % of the durations', () => {
  const durations = Array.from({ length: 1000 }, (_, index) => 50 + 3 * index);
  const halves = sumOf([histogramOf(durations.slice(0, 400)), histogramOf(durations.slice(400))]);
  expect(halves).toEqual(histogramOf(durations));
  for (const share of [0.05, 0.5, 0.95]) {
    const exact = durations[Math.ceil(share * durations.length) - 1]!;
    expect(Math.abs(percentileOf(halves, share)! / exact - 1)).toBeLessThan(0.04);
  }
  expect(percentileOf({}, 0.5)).toBeNull();
  expect(percentileOf(histogramOf([0]), 0.5)).toBe(10);
});

onEachDatabase('voice quality', ({ place }) => {
  test('is summed by agent and by day as calls end, for managers of the organisation', async () => {
    const { ask, database } = await openContacts(await place());
    const qualities = createVoiceQualities(createVoiceQualityStore(database), async () => ({
      now: () => new Date(),
      timezone: 'UTC',
    }));
    const organisationId = people.admin.organisationId!;
    const today = new Date().toISOString();
    const yesterday = new Date(Date.now() - 86_400_000).toISOString();
    async function end(createdAt: string, callType: 'inbound' | 'test', events: readonly CallEvent[]): Promise<void> {
      const callUuid = await storeCall(database, { createdAt, callType });
      await database.system.tx(async (queries) => {
        await queries.insert(database.tables.callEvents).values(
          events.map((event, seq) => ({
            organisationId,
            callUuid,
            seq,
            type: event.type,
            atMs: event.atMs,
            body: event,
            recordedAt: createdAt,
          })),
        );
        await qualities.ended(bind(queries, organisationId), organisationId, [
          { uuid: callUuid, flowUuid: 'f', callType, createdAt, startedAt: createdAt },
        ]);
      });
    }
    const words = [0.8, 0.6].map((confidence) => ({ text: 'yes', startMs: 0, endMs: 9, confidence }));
    const line = { turn: 1, text: 'yes yes', startMs: 0, endMs: 9 };
    const person = { kind: 'supervisor', userUuid: 'u', name: 'Asha' } as const;
    const persons = { ...line, speaker: 'agent', words: [], startMs: 5000, endMs: 8000, spokenBy: person } as const;
    const cut: CallEvent = { type: 'barge_in', atMs: 5, onsetMs: 1, stopMs: 5 };
    await end(today, 'inbound', [
      ...[turnOf(1, 400), turnOf(2, 800), cut],
      { type: 'line', atMs: 1, line: { ...line, speaker: 'customer', words } },
      { type: 'line', atMs: 1, line: { ...line, speaker: 'agent', words: [] } },
      // An interruption of what a person said says nothing about the agent.
      { ...cut, atMs: 6100, onsetMs: 6000 },
      { type: 'line', atMs: 8000, line: persons },
    ]);
    await end(today, 'test', [turnOf(1, 9000)]);
    await end(today, 'inbound', [cut]);
    await end(yesterday, 'inbound', [turnOf(1, 2000)]);
    await storeCall(database, { createdAt: today, status: 'failed', outcome: 'failed', endReason: 'over_capacity' });
    const flow = { kind: 'inbound', name: 'Line', provider: 'platform', speaker: 'ava' };
    const { uuid: flowUuid } = (await ask('POST', '/api/voice/flows', { body: flow })).body;
    const refused = { status: 'failed', outcome: 'failed', endReason: 'over_capacity', flowUuid } as const;
    await storeCall(database, { createdAt: yesterday, ...refused });
    await storeCall(database, { createdAt: yesterday, ...refused, callType: 'test' });
    const of = async (window: string) => (await ask('GET', '/api/dashboard/voice-quality', { query: { window } })).body;
    const body = await of('7d');
    expect(body.total).toMatchObject({
      calls: 2,
      turns: 3,
      interruptions: 1,
      interruption_rate: 0.3333,
      word_confidence: 0.7,
    });
    expect(body.total.latency_ms.total.p50 / 800).toBeCloseTo(1, 1);
    expect(body.total.latency_ms.total.p95 / 2000).toBeCloseTo(1, 1);
    expect(body.days).toMatchObject([
      { date: yesterday.slice(0, 10), calls: 1, refused_calls: 1 },
      { date: today.slice(0, 10), calls: 1, refused_calls: 1, word_confidence: 0.7 },
    ]);
    expect(body.agents).toMatchObject([
      { agent_uuid: null, agent_name: 'Without an agent', calls: 2, refused_calls: 1, days: [{}, {}] },
      { calls: 0, refused_calls: 1, days: [{ date: yesterday.slice(0, 10), turns: 0, refused_calls: 1 }] },
    ]);
    expect(body.agents[1].agent_uuid).toEqual(expect.any(String));
    expect(body.refused_calls).toBe(2);
    expect((await of('today')).refused_calls).toBe(1);
    expect((await ask('GET', '/api/dashboard/voice-quality', { as: 'stranger' })).body.total.calls).toBe(0);
    expect((await ask('GET', '/api/dashboard/voice-quality', { as: 'mate' })).status).toBe(403);
    expect((await ask('GET', '/api/dashboard/voice-quality', { query: { window: 'week' } })).status).toBe(400);
  });
});
