import { expect, test } from 'vitest';
import { openScriptedCall, say, script } from './scripted-call.ts';

test('a caller who says stop hears the goodbye, and the line closes', async () => {
  const call = await openScriptedCall({ brain: () => script(say('Hello.')), words: ['good bye then'] });
  await call.pass(1500);
  await call.pass(600, 'speaking');
  await call.receive({ type: 'stop', reason: 'stop' });
  await call.call.over;
  expect(call.sent.at(-1)).toEqual({ type: 'ended', reason: 'caller_hung_up' });
  expect(call.sent.at(-2)).toMatchObject({ type: 'transcript', caption: { text: 'good bye then', final: true } });
  expect(call.sent.filter(({ type }) => type === 'ended')).toHaveLength(1);
  expect(call.closed()).toBe(true);
});

test.each(['stop', 'closed'] as const)(
  'a caller who is gone (%s) in the middle of a word is transcribed and recorded to the last sample',
  async (how) => {
    const pieces: Int16Array[] = [];
    let finished = 0;
    const call = await openScriptedCall({
      brain: () => script(say('one two three four five six seven eight nine ten eleven twelve')),
      words: ['I would like to bo'],
      plan: { turn: { allowInterruptions: false } },
      ports: {
        recordings: {
          write: async (_uuid, _rate, stereo) => pieces.push(stereo.slice()) > 0,
          finish: async () => void finished++,
        },
      },
    });
    await call.pass(1000);
    await call.pass(1500, 'speaking');
    if (how === 'stop') await call.receive({ type: 'stop', reason: 'stop' });
    else await call.hangUp();
    await call.call.over;

    expect(call.lines()).toContain('customer: I would like to bo');
    const agent = call.lines().find((line) => line.startsWith('agent'));
    expect(agent).toMatch(/^agent: one two three four five six( seven)?( eight)?$/);
    const frames = pieces.reduce((sum, piece) => sum + piece.length / 2, 0);
    expect(frames).toBeGreaterThanOrEqual(2500 * 8);
    expect(frames).toBeLessThan(2500 * 8 + 800);
    const left = pieces.flatMap((piece) => Array.from(piece).filter((_, i) => i % 2 === 0));
    const right = pieces.flatMap((piece) => Array.from(piece).filter((_, i) => i % 2 === 1));
    const loud = (track: readonly number[], fromMs: number, toMs: number): boolean =>
      track.slice(fromMs * 8, toMs * 8).some((sample) => Math.abs(sample) > 1000);
    expect(loud(left, 2470, 2500)).toBe(true);
    expect(loud(left, 500, 950)).toBe(false);
    expect(loud(right, 2400, 2500)).toBe(true);
    expect(finished).toBe(1);
  },
);
