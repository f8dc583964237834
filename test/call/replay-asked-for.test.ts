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
          yield { text: 'Smite that is us.', words: [], confidence: 0.9, languageCode: 'en', decodeMs: 1 };
        },
      },
      endOfTurn: {
        async *run() {
          yield { probability: 0.97 };
        },
      },
    },
  );

const outputs = (entries: readonly RecognitionEntry[], name: string) =>
  entries.flatMap((entry) => ('out' in entry && entry.out === name ? [entry] : []));
const reasonOf = (entries: readonly RecognitionEntry[]): unknown =>
  (outputs(entries, 'turnEnded')[0]?.args[0] as { reason: string } | undefined)?.reason;

test('a replay repeats what the agent asked for, at the step in which recognition used it', async () => {
  const opened: RecognitionEntry = { beat: 0, opened: settings };
  const unasked = await replay([opened]);
  expect(reasonOf(unasked)).toBe('confident');

  const { beat = 0 } = outputs(unasked, 'turnStarted')[0] ?? {};
  const askedFor: RecognitionEntry = { beat, in: 'askedFor', args: ['spelling'] };
  const asked = await replay([opened, askedFor]);
  expect(asked).toContainEqual(askedFor);
  expect(reasonOf(asked)).toBe('dictation');
  expect(await replay(asked)).toEqual(asked);
});
