import { expect, test } from 'vitest';
import { createCallerTrack } from '../../media/call/recognition/caller-track.ts';
import { createOverlapWatch, type OverlapAct } from '../../media/call/recognition/overlap-watch.ts';
import { MediaFault } from '../../media/line/fault.ts';
import type { RecogniseJob, Utterance } from '../../media/line/speech.ts';
import { embeddedJudge } from '../turn/judges.ts';

const rateHz = 8000;
const stepMs = 32;
const onsetMs = 64;

interface Look {
  readonly job: RecogniseJob;
  readonly signal: AbortSignal;
  readonly answer: (words: Pick<Utterance, 'text' | 'tokens'> | Error) => void;
}

/** A caller who speaks over a reply from 64 ms on, step by step, and looks that are answered by hand. */
function openWatch() {
  const looks: Look[] = [];
  const acts: OverlapAct[] = [];
  const troubles: unknown[] = [];
  const track = createCallerTrack(rateHz);
  const watch = createOverlapWatch({
    rateHz,
    languageCode: 'en-US',
    overlapJudge: embeddedJudge,
    track,
    preRollMs: 320,
    turnOnset: () => onsetMs,
    recognise: {
      async *run(job, signal) {
        const words = await new Promise<Pick<Utterance, 'text' | 'tokens'> | Error>((answer) =>
          looks.push({ job, signal, answer }),
        );
        if (words instanceof Error) throw words;
        yield { words: [], confidence: 0.2, languageCode: 'en', decodeMs: 1, ...words };
      },
    },
    signal: new AbortController().signal,
    guarded: (part) => part(),
    onAct: (act) => acts.push(act),
    onTrouble: (error) => troubles.push(error),
  });
  watch.weigh({ type: 'over_reply', onsetMs, atMs: onsetMs });
  const speakUntil = async (untilMs: number): Promise<void> => {
    while (track.endMs < untilMs) {
      track.push(new Float32Array((stepMs * rateHz) / 1000));
      watch.step({ endMs: track.endMs, probability: 0.9, levelDbfs: -20 }, { speech: true, roomBelowDbfs: undefined });
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { watch, looks, acts, troubles, speakUntil };
}

test('a partial recognition is dropped when the caller pauses, and another begins when speech resumes', async () => {
  const { watch, looks, speakUntil } = openWatch();
  await speakUntil(520);
  expect(looks).toHaveLength(1);
  watch.weigh({ type: 'paused', endMs: 500, atMs: 520 });
  expect(looks[0]?.signal.aborted).toBe(true);
  watch.weigh({ type: 'resumed', atMs: 530 });
  // The first was never answered.
  await speakUntil(740);
  expect(looks).toHaveLength(2);
});

test('the tokens of a partial recognition are the draft of the next one and of the final words', async () => {
  const { watch, looks, speakUntil } = openWatch();
  await speakUntil(520);
  expect(looks[0]?.job).not.toHaveProperty('draft');
  expect(watch.hints).not.toHaveProperty('draft');
  looks[0]?.answer({ text: 'Mm', tokens: [7, 8] });
  await speakUntil(660);
  expect(looks[1]?.job.draft).toEqual([7, 8]);
  expect(watch.hints.draft).toEqual([7, 8]);
  watch.conclude();
  expect(looks[1]?.signal.aborted).toBe(true);
  expect(watch.hints).toEqual({});
});

test('a partial recognition reports an error when it failed, and none when it was shed', async () => {
  const { looks, troubles, speakUntil } = openWatch();
  await speakUntil(520);
  looks[0]?.answer(new MediaFault('job_shed', 'no thread was free'));
  await speakUntil(660);
  expect(troubles).toEqual([]);
  const died = new MediaFault('engine_died', 'the thread ended');
  looks[1]?.answer(died);
  await speakUntil(700);
  expect(troubles).toEqual([died]);
});
