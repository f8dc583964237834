import { expect, test } from 'vitest';
import { hearAgain } from '../../media/call/replay/replay.ts';
import type { RecognitionEntry } from '../../media/ports.ts';
import { embeddedJudge } from '../turn/judges.ts';
import { openScriptedWorld } from './scripted-call.ts';

const rateHz = 8000;
const settings = { rateHz, languageCode: 'en-US', partialEveryMs: 500, partialShare: 3 } as const;

/** Silence, one second of loud sound, silence. */
const caller = Float32Array.from({ length: 5 * rateHz }, (_, i) =>
  i > rateHz && i < 2 * rateHz ? 0.4 * Math.sin(i * i) : 0,
);

const replay = (entries: readonly RecognitionEntry[]): Promise<RecognitionEntry[]> =>
  hearAgain(
    { caller, agent: new Float32Array(caller.length), entries },
    {
      voiceActivity: openScriptedWorld().voiceActivity,
      overlapJudge: embeddedJudge,
      recognise: {
        async *run() {
          yield { text: 'Yes.', words: [], confidence: 0.9, languageCode: 'en', decodeMs: 1 };
        },
      },
      endOfTurn: {
        async *run() {
          yield { probability: 0.97 };
        },
      },
    },
  );

const reasonOf = (entries: readonly RecognitionEntry[]): unknown =>
  entries.flatMap((entry) =>
    'out' in entry && entry.out === 'turnEnded' ? [(entry.args[0] as { reason: string }).reason] : [],
  )[0];

test('a replay drops the verdict that the call dropped', async () => {
  const whole = await replay([{ beat: 0, opened: settings }]);
  expect(reasonOf(whole)).toBe('confident');
  const asked = whole.find((entry) => 'engine' in entry && entry.engine === 'turn');
  const ask = asked !== undefined && 'ask' in asked ? asked.ask : Number.NaN;

  const log = whole.map((entry) => ('told' in entry && entry.told === ask ? { beat: entry.beat, shed: ask } : entry));
  expect(log).not.toEqual(whole);
  const shed = await replay(log);
  expect(shed).toContainEqual(log.find((entry) => 'shed' in entry));
  expect(reasonOf(shed)).toBe('patient');
  expect(await replay(shed)).toEqual(shed);
});
