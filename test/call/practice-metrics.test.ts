import { expect, test } from 'vitest';
import type { CustomerPlan } from '../../media/agent/customer/index.ts';
import { createAgentTurns } from '../../media/call/practice/agent-turns.ts';
import { entitiesIn, entitiesRecognised } from '../../media/call/practice/entities.ts';
import { type SpokenLine, voiceMetrics, wordErrorRate } from '../../media/call/practice/metrics.ts';
import { createTiming } from '../../media/call/practice/overlaps.ts';
import type { CallRecord } from '../../media/emulator/index.ts';

const rateHz = 16_000;
const span = (fromMs: number, toMs: number) => ({ startSample: fromMs * 16, endSample: toMs * 16 });

/** What was played of the agent, and when. */
const recordOf = (agent: readonly (readonly [number, number])[], clearsMs: readonly number[], endMs: number) =>
  ({
    format: { encoding: 'l16', rateHz },
    agent: new Float32Array(endMs * 16),
    playout: { audible: agent.map(([from, to]) => span(from, to)), clearsMs, underruns: [], pauses: [] },
  }) as unknown as CallRecord;

const line = (kind: SpokenLine['kind'], text: string, [fromMs, toMs]: readonly [number, number]): SpokenLine => ({
  kind,
  text,
  line: {
    label: text,
    kind: kind === 'turn' ? 'turn' : 'barge_in',
    waitTimedOut: false,
    place: { clip: span(fromMs, toMs), speech: span(fromMs, toMs) },
  },
});

test('voice metrics are exact in what was injected', () => {
  const agent = [
    [500, 3000],
    [4430, 6120],
    [7600, 9000],
    [13_000, 14_000],
  ] as const;
  const lines = [
    line('turn', 'I would like a lamp.', [3500, 4000]),
    line('interruption', 'Sorry, what was that?', [6000, 7000]),
    line('backchannel', 'Mm-hm.', [8000, 8300]),
    line('turn', 'Yes, please.', [9500, 10_000]),
  ];
  const metrics = voiceMetrics(recordOf(agent, [6100], 15_000), lines, ['I would like a lamp.', 'Sorry. Yes, please.']);
  expect(metrics).toEqual({
    duration_ms: 15_000,
    interruptions: 1,
    talked_over: 0,
    backchannels: 1,
    false_stops: 0,
    cut_ins: 0,
    response_latency_ms: { count: 3, median: 600, p95: 3000, max: 3000 },
    yield_ms: { count: 1, median: 120, p95: 120, max: 120 },
    overlap_ms: 420,
    dead_air_ms: 3000,
    longest_silence_ms: 3000,
    talk_ratio: Math.round((1000 * 6590) / 8890) / 1000,
    word_error_rate: Math.round((1000 * 3) / 11) / 1000,
    key_entities: 0,
    key_entity_accuracy: null,
  });
});

test('the word error rate counts numbers by their words', () => {
  expect(wordErrorRate('That would be 202 555 0182 at nine.', 'that would be 202-555-0182 at 9')).toBe(0);
  expect(wordErrorRate('Hi.', 'High.')).toBe(1);
  expect(wordErrorRate('', 'Hello')).toBeNull();
});

test('the words of a reply are those that were heard', () => {
  const turns = createAgentTurns();
  const caption = (id: string, text: string, heardWords: number, final: boolean) =>
    turns.onCommand({ atMs: 10, command: { type: 'transcript', id, speaker: 'agent', text, heardWords, final } });
  caption('a1.0', 'We are open', 0, false);
  caption('a1.1', 'until five.', 0, false);
  expect([turns.isFresh, turns.isFinal]).toEqual([true, false]);
  caption('a1.0', 'We are open', 3, true);
  caption('a1.1', 'until five.', 1, true);
  caption('a2.0', 'And on Sunday?', 3, true);
  expect(turns.take()).toEqual([
    { text: 'We are open until', atMs: 10 },
    { text: 'And on Sunday?', atMs: 10 },
  ]);
  caption('a1.1', 'until five.', 2, true);
  expect([turns.isFresh, turns.take()]).toEqual([false, []]);
});

test('overlaps and pauses repeat with the seed, and a customer who does not interrupt listens', () => {
  const words = { interruption: ['Sorry?'], backchannel: ['Mm-hm.'] };
  const drawn = (seed: number, interrupts: 'none' | 'often') => {
    const habits = { pace: 1, fillers: ['um'], verbosity: 'normal', interrupts };
    const timing = createTiming({ seed, habits } as unknown as CustomerPlan, words);
    return Array.from({ length: 40 }, () => [timing.overlap(), timing.reactionMs(), timing.hesitationMs()]);
  };
  expect(drawn(5, 'often')).toEqual(drawn(5, 'often'));
  expect(drawn(5, 'often')).not.toEqual(drawn(6, 'often'));
  const kinds = new Set(
    drawn(5, 'often').flatMap(([overlap]) => (overlap as { kind?: string } | undefined)?.kind ?? []),
  );
  expect(kinds).toEqual(new Set(['interruption', 'backchannel']));
  expect(drawn(5, 'none').every(([overlap]) => overlap === undefined)).toBe(true);
});

test('entitiesIn finds names, numbers and dates, and not the first word of a sentence', () => {
  expect(entitiesIn('It is Nora Field. Call me on 202 555 0117, please.')).toEqual(
    [
      ['nora', 'field'],
      ['two', 'hundred', 'and', 'two', 'five', 'hundred', 'and', 'fifty', 'five', '0117'],
    ].map((entity) => (entity[0] === 'nora' ? entity : expect.any(Array))),
  );
  expect(entitiesIn('Nora Field.')).toEqual([['nora', 'field']]);
  expect(entitiesIn('Next Thursday at nine in the morning.')).toEqual([['next', 'thursday'], ['nine']]);
  expect(entitiesIn('Well, I think one of them is fine.')).toEqual([]);
});

test('entitiesRecognised counts the entities whose words were all recognised, each place once', () => {
  const said = ['It is Nora Field.', 'On Thursday at nine.', 'The number is 12.'];
  expect(entitiesRecognised(said, 'it is nora field on Thursday at 9 the number is twelve')).toEqual({
    said: 4,
    recognised: 4,
  });
  expect(entitiesRecognised(said, 'it is nora feel on thursday at five the number is 20')).toEqual({
    said: 4,
    recognised: 1,
  });
  expect(entitiesRecognised(['At nine.', 'At nine.'], 'at nine')).toEqual({ said: 2, recognised: 1 });
  expect(entitiesRecognised(['Yes, please.'], 'yes please')).toEqual({ said: 0, recognised: 0 });
});
