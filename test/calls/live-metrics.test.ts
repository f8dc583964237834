import { expect, test } from 'vitest';
import type { StoredEvent } from '../../src/features/calls/calls/call-rows.ts';
import { createLiveMetrics, metricsOf } from '../../src/features/calls/calls/live-metrics.ts';

const line = (speaker: 'agent' | 'customer', text: string, turn: number): StoredEvent =>
  ({
    type: 'line',
    atMs: turn * 4000,
    line: { turn, speaker, text, startMs: turn * 4000, endMs: turn * 4000 + 2000, words: [] },
  }) as StoredEvent;
const answered = (turn: number, total: number): StoredEvent =>
  ({ type: 'turn', atMs: turn * 4000, turn, latency: { total } }) as StoredEvent;
const asked = line('agent', 'How can I help you?', 1);

test('metrics of a call in progress are the median wait and the mood of the last turns', () => {
  const angry = [
    asked,
    line('customer', 'This is terrible. I am very angry, my order is broken again.', 2),
    answered(2, 900),
    line('agent', 'I am sorry.', 3),
    line('customer', 'That does not help. What a horrible service!', 4),
    answered(4, 500),
    answered(5, 700),
  ];
  expect(metricsOf(angry)).toEqual({ mood: 'negative', latency_ms: 700 });
  const pleased = [asked, line('customer', 'That is wonderful, you are great, I love it!', 2)];
  expect(metricsOf(pleased)).toEqual({ mood: 'positive', latency_ms: null });
});

test('a mood is unknown before the customer speaks, and in another script', () => {
  expect(metricsOf([asked])).toEqual({ mood: null, latency_ms: null });
  expect(metricsOf([asked, line('customer', 'मैं बहुत परेशान हूँ', 2)]).mood).toBeNull();
});

test('metrics are computed once per answered turn', async () => {
  let reads = 0;
  const metrics = createLiveMetrics({
    lastEvents: async () => {
      reads += 1;
      return [answered(1, 400)];
    },
  });
  const call = { uuid: 'c', organisationId: 'o' as never, turns: 1 };
  expect(await metrics({ ...call, turns: 0 })).toEqual({ mood: null, latency_ms: null });
  expect(reads).toBe(0);
  await metrics(call);
  expect((await metrics(call)).latency_ms).toBe(400);
  expect(reads).toBe(1);
  await metrics({ ...call, turns: 2 });
  expect(reads).toBe(2);
});
