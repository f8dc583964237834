import { expect, test } from 'vitest';
import type { ReadStereo } from '../../src/audio/index.ts';
import { channelsOf } from '../../src/features/analysis/call-analysis/channels.ts';

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
  expect(await kindOf(agent, tone(8000, 330))).toBe('two');
  expect(await kindOf(agent, agent)).toBe('one');
  expect(await kindOf(agent, () => 0)).toBe('one');
  expect(await kindOf(() => 0, agent)).toBe('one');
  expect(await kindOf(agent, tone(20, 50))).toBe('one');
  expect(await kindOf(agent, tone(8000, 330, 7, 7.3))).toBe('two');
  expect(await kindOf(agent, tone(400, 330, 7, 8))).toBe('two');
});
