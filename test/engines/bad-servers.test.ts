import { expect, test } from 'vitest';
import type { OpenAiHearing, SpeechTrouble } from '../../media/emulator/index.ts';
import { callerAt, openSpeechB } from './speech-b-line.ts';

interface Badness {
  readonly speaking?: SpeechTrouble;
  readonly hearing?: NonNullable<OpenAiHearing['trouble']>;
  /** Of the server, which the client does not know. */
  readonly apiKey?: string;
}

/** A call of two phrases and one line of the caller, with the voice and the recogniser of a server that misbehaves. */
async function heldWith({ speaking, hearing, apiKey }: Badness) {
  const { server, line, embedded, close } = await openSpeechB({
    languages: ['en'],
    heard: ['where is my order'],
    ...(apiKey === undefined ? {} : { apiKey }),
  });
  if (speaking !== undefined) server.manner = { ...server.manner, trouble: speaking };
  if (hearing !== undefined) server.hearing = { afterMs: 0, trouble: hearing };
  const call = line.hold({
    voice: { speaker: 'alloy', provider: 'speech_b' },
    languageCode: 'en-IN',
    recogniser: 'speech_b',
    caller: callerAt([3000, 4200]),
    agent: ({ input }) => [{ type: 'phrase', text: input.kind === 'said' ? 'It ships today.' : 'Hello to you.' }],
  });
  await line.pass(8000);
  await close();
  return {
    lines: call.events.flatMap((event) => (event.type === 'line' ? [`${event.line.speaker}: ${event.line.text}`] : [])),
    alarms: call.events.flatMap((event) => (event.type === 'alarm' ? [event.code] : [])),
    asked: new Set(server.seen.map(({ path }) => path)),
    // Both phrases sound for 55 ms a letter, spaces included.
    soundMs: call.playout.track().filter((sample) => Math.abs(sample) > 0.01).length / 8,
    embedded,
  };
}

const bothPhrasesMs = 55 * 'Hello to you.It ships today.'.length;

test.each([
  ['refuses every request', 'refuse'],
  ['is busy and says for how long', 'busy'],
  ['answers with a page', 'page'],
  ['answers with a page that is declared as sound', 'disguised'],
  ['answers with nothing', 'empty'],
  ['answers with silence', 'silent'],
  ['answers with another format', 'other_type'],
  ['hangs', 'never'],
  ['hangs after the first byte', 'first_byte'],
  ['stalls in the middle', 'stall'],
  ['closes the connection in the middle', 'close'],
] as const)('the embedded voice speaks, with an alarm, when the server %s', async (_what, speaking) => {
  const { lines, alarms, asked, soundMs, embedded } = await heldWith({ speaking });
  expect(lines).toEqual(['agent: Hello to you.', expect.stringMatching(/^customer: /), 'agent: It ships today.']);
  expect(embedded).toEqual(expect.arrayContaining(['Hello to you.', 'It ships today.']));
  expect(alarms).toContain('speech_engine_failed');
  expect(asked).toContain('speech');
  expect(soundMs).toBeGreaterThan(0.8 * bothPhrasesMs);
});

test.each([
  ['refuses every request', 'refuse'],
  ['is busy and says for how long', 'busy'],
  ['answers with a page', 'page'],
  ['answers with nothing', 'empty'],
  ['answers with other JSON', 'garbage'],
  ['hangs', 'never'],
  ['hangs after the first byte', 'first_byte'],
  ['closes the connection in the middle', 'close'],
  ['answers without an end', 'endless'],
  ['repeats a word a thousand times', 'loop'],
] as const)('the embedded recogniser recognises, with an alarm, when the server %s', async (_what, hearing) => {
  const { lines, alarms, asked, soundMs, embedded } = await heldWith({ hearing });
  expect(lines).toEqual(['agent: Hello to you.', 'customer: hello there', 'agent: It ships today.']);
  expect(embedded).toContain('recognised');
  expect(alarms).toContain('speech_engine_failed');
  expect(asked).toContain('transcriptions');
  expect(soundMs).toBeGreaterThan(0.8 * bothPhrasesMs);
});

test('the embedded engines hold a call, with an alarm, when the server has another key', async () => {
  const { lines, alarms, asked, soundMs } = await heldWith({ apiKey: 'changed' });
  expect(lines).toEqual(['agent: Hello to you.', 'customer: hello there', 'agent: It ships today.']);
  expect(alarms).toContain('speech_engine_failed');
  expect(asked).toEqual(new Set());
  expect(soundMs).toBeGreaterThan(0.8 * bothPhrasesMs);
});

test('a server that works is not replaced', async () => {
  const { lines, alarms, embedded } = await heldWith({});
  expect(lines).toEqual(['agent: Hello to you.', 'customer: where is my order', 'agent: It ships today.']);
  expect(alarms).toEqual([]);
  expect(embedded).not.toContain('recognised');
  expect(embedded).not.toContain('It ships today.');
});
