import { expect, test } from 'vitest';
import type { ReadStereo } from '../../src/audio/index.ts';
import { channelsOf } from '../../src/features/analysis/call-analysis/channels.ts';
import { withoutCrosstalk } from '../../src/features/analysis/call-analysis/crosstalk.ts';

const rateHz = 8000;
const seconds = 20;

/** A tone as loud as speech, or softer, in one part of the recording. */
const tone =
  (level: number, hz: number, from = 0, to = seconds) =>
  (at: number): number =>
    at >= from && at < to ? level * Math.sin(2 * Math.PI * hz * at) : 0;

type Channel = (at: number) => number;

const kindOf = async (left: Channel, right: Channel): Promise<string> => {
  const readStereo: ReadStereo = async (_path, { take }) => {
    const sound = new Int16Array(seconds * rateHz * 2);
    for (let i = 0; i < seconds * rateHz; i++) sound.set([left(i / rateHz), right(i / rateHz)], i * 2);
    for (let at = 0; at < sound.length; at += 9998) await take(sound.subarray(at, at + 9998));
    return { kind: 'read', seconds, channels: 2 };
  };
  return (await channelsOf(readStereo, 'x', new AbortController().signal)).kind;
};

test('a channel without speech does not count as a side, and a short or soft answer does', async () => {
  const agent = tone(8000, 200);
  expect(await kindOf(tone(8000, 200, 0, 10), tone(8000, 330, 10))).toBe('two');
  expect(await kindOf(agent, agent)).toBe('one');
  expect(await kindOf(agent, () => 0)).toBe('one');
  expect(await kindOf(() => 0, agent)).toBe('one');
  expect(await kindOf(agent, tone(20, 50))).toBe('one');
  expect(await kindOf(agent, tone(8000, 330, 7, 7.3))).toBe('two');
  expect(await kindOf(agent, tone(400, 330, 7, 8))).toBe('two');
});

/** Syllables of changing level, and pauses. */
const speech =
  (level: number, from: number, to: number): Channel =>
  (at) =>
    at >= from && at < to
      ? level * Math.abs(Math.sin(7 * at) * Math.sin(2.3 * at)) * Math.sin(2 * Math.PI * 200 * at)
      : 0;

test('a softer, later or inverted copy of the other channel does not count as a side, and crosstalk leaves two', async () => {
  const [agent, customer] = [speech(8000, 0, 10), speech(6000, 10, 20)];
  const both: Channel = (at) => agent(at) + customer(at);
  expect(await kindOf(both, (at) => -both(at))).toBe('one');
  expect(await kindOf(both, (at) => both(at - 0.03) / 3)).toBe('one');
  expect(await kindOf(agent, customer)).toBe('two');
  expect(
    await kindOf(
      (at) => agent(at) + customer(at) / 10,
      (at) => customer(at) + agent(at) / 10,
    ),
  ).toBe('two');
});

test('words stay on the channel where they are louder', () => {
  const sentence = (text: string, startMs: number, endMs: number) => ({ text, startMs, endMs });
  const levels = Array.from({ length: 60 }, (_, index): [number, number] =>
    index < 30 ? [100, 10_000] : [10_000, 100],
  );
  const sides: Parameters<typeof withoutCrosstalk>[0] = [
    [
      sentence('Good morning, this is the clinic.', 100, 2500),
      sentence('Wait.', 2500, 2900),
      sentence('I would like an appointment.', 3100, 5800),
    ],
    [sentence('Good morning. This is the clinic.', 0, 2400), sentence('I would like a appointment.', 3200, 5900)],
  ];
  expect(withoutCrosstalk(sides, levels).map((side) => side.map(({ text }) => text))).toEqual([
    ['Wait.', 'I would like an appointment.'],
    ['Good morning. This is the clinic.'],
  ]);
});

test('words without a level stay on both channels', () => {
  const yes = { text: 'Yes.', startMs: 9000, endMs: 9300 };
  expect(withoutCrosstalk([[yes], [yes]], [])).toEqual([[yes], [yes]]);
});
