import { expect, test } from 'vitest';
import { createSpeechOutput } from '../../media/call/output/speech-output.ts';
import { createRecorder } from '../../media/call/recording/recorder.ts';
import { createEchoGuard } from '../../media/turn/echo.ts';
import { createPacer } from '../../media/wire/pacer.ts';

const nothing = (): void => {};

/** Says a sentence of `audioMs` in pieces of `chunkMs`, and returns when its beginning counts as heard. */
function beginOf({ chunkMs, audioMs, acknowledgedMs }: { chunkMs: number; audioMs: number; acknowledgedMs?: number }) {
  let nowMs = 100;
  const begins: { atMs: number; estimated: boolean }[] = [];
  const output = createSpeechOutput({
    rateHz: 8000,
    chunkMs,
    pacer: createPacer({ rateHz: 8000, chunkMs, leadMs: 60 }),
    encode: (samples) => new Uint8Array(samples.length),
    send: () => true,
    nowMs: () => nowMs,
    recorder: createRecorder(96_000),
    echo: createEchoGuard({ rateHz: 8000 }),
    events: {
      firstSent: nothing,
      firstPlayed: (atMs, estimated) => begins.push({ atMs, estimated }),
      heard: nothing,
      played: nothing,
    },
  });
  output.begin();
  output.phrase('p1', 'Yes.');
  output.audio('p1', new Float32Array(audioMs * 8).fill(0.1), undefined);
  output.seal('p1');
  output.end();
  for (; nowMs < 3000; nowMs += 10) {
    output.tick();
    if (nowMs === acknowledgedMs) output.acknowledged('p1.first', false);
  }
  return begins;
}

test('a reply begins to be heard 20 ms into its first piece, however long the piece is that is acknowledged', () => {
  expect(beginOf({ chunkMs: 20, audioMs: 500, acknowledgedMs: 150 })).toEqual([{ atMs: 150, estimated: false }]);
  expect(beginOf({ chunkMs: 100, audioMs: 500, acknowledgedMs: 250 })).toEqual([{ atMs: 170, estimated: false }]);
  expect(beginOf({ chunkMs: 200, audioMs: 500, acknowledgedMs: 350 })).toEqual([{ atMs: 170, estimated: false }]);
  expect(beginOf({ chunkMs: 200, audioMs: 60, acknowledgedMs: 350 })).toEqual([{ atMs: 310, estimated: false }]);
});

test('an acknowledgement that comes too early for its piece does not put the reply before its first audio', () => {
  expect(beginOf({ chunkMs: 200, audioMs: 500, acknowledgedMs: 110 })).toEqual([{ atMs: 100, estimated: false }]);
});

test('without an acknowledgement a reply counts as heard from its first 20 ms', () => {
  expect(beginOf({ chunkMs: 200, audioMs: 500 })).toEqual([{ atMs: 120, estimated: true }]);
});
