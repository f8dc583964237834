import { expect, test } from 'vitest';
import { createPieceCutter } from '../../media/call/transcript/piece-cutter.ts';
import { sentencesOf } from '../../media/call/transcript/sentences.ts';
import { createSoundWindow } from '../../media/call/transcript/sound-window.ts';

/** Cuts sound of which `speech` says where there is some, step by step as it comes. */
function piecesOf(speech: readonly (readonly [startMs: number, endMs: number])[], lengthMs: number): number[][] {
  const cutter = createPieceCutter({ quietest: (_fromMs, toMs) => toMs - 1000 });
  const pieces: number[][] = [];
  for (let atMs = 32; atMs <= lengthMs; atMs += 32) {
    for (const [startMs, endMs] of speech) {
      if (startMs > atMs - 32 && startMs <= atMs) cutter.take({ type: 'speech_started', onsetMs: startMs, atMs });
      if (endMs + 64 > atMs - 32 && endMs + 64 <= atMs) cutter.take({ type: 'speech_paused', endMs, atMs });
    }
    for (const { startMs, endMs } of cutter.advance(atMs)) pieces.push([startMs, endMs]);
  }
  for (const { startMs, endMs } of cutter.end(lengthMs)) pieces.push([startMs, endMs]);
  return pieces;
}

test('speech is split at pauses, earlier the longer it is, and silence is dropped', () => {
  expect(piecesOf([], 60_000)).toEqual([]);
  // One after a second is kept with it; one after two is not.
  expect(
    piecesOf(
      [
        [5000, 6000],
        [7000, 8000],
        [10_000, 11_000],
      ],
      60_000,
    ),
  ).toEqual([
    [4800, 8300],
    [9800, 11_300],
  ]);
  // After a long while half a second will do.
  expect(
    piecesOf(
      [
        [1000, 17_000],
        [17_500, 19_000],
      ],
      30_000,
    ),
  ).toEqual([
    [800, 17_300],
    [17_300, 19_300],
  ]);
});

test('speech without pauses is split at the quietest point, other speech at the last pause that fits', () => {
  const long = piecesOf([[1000, 70_000]], 80_000);
  expect(long).toEqual([
    [800, 27_800],
    [27_800, 54_800],
    [54_800, 70_300],
  ]);
  const words = Array.from({ length: 60 }, (_, i): [number, number] => [i * 1000, i * 1000 + 800]);
  for (const [startMs, endMs] of piecesOf(words, 62_000)) {
    expect(endMs! - startMs!).toBeLessThanOrEqual(28_000);
    expect((endMs! - 800) % 1000 === 0 || endMs! > 59_000).toBe(true);
  }
  expect(piecesOf([[1000, 99_000]], 5000)).toEqual([[800, 5000]]);
});

test('words become sentences with times', () => {
  const words = 'Dr. Smith is here. Are you? Well'.split(' ');
  const timed = words.map((text, i) => ({ text, startMs: i * 300, endMs: i * 300 + 250, confidence: 1 }));
  const late = { text: 'done', startMs: 9000, endMs: 9300, confidence: 1 };
  const sentences = sentencesOf([...timed, late], 10_000);
  expect(sentences[1]?.words).toEqual([
    { text: 'Are', startMs: 11_200, endMs: 11_450, confidence: 1 },
    { text: 'you?', startMs: 11_500, endMs: 11_750, confidence: 1 },
  ]);
  expect(sentences.map(({ words: _, ...sentence }) => sentence)).toEqual([
    { startMs: 10_000, endMs: 11_150, text: 'Dr. Smith is here.' },
    { startMs: 11_200, endMs: 11_750, text: 'Are you?' },
    { startMs: 11_800, endMs: 12_050, text: 'Well' },
    { startMs: 19_000, endMs: 19_300, text: 'done' },
  ]);
});

test('a window contains exactly the requested part of a long recording', () => {
  const window = createSoundWindow(1000);
  for (let second = 0; second < 300; second++) {
    window.push(new Float32Array(1000).fill(second));
    window.dropBefore(second * 1000 - 5000);
  }
  expect(window.endMs).toBe(300_000);
  expect([...window.slice(297_999, 298_001)]).toEqual([297, 298]);
  expect(window.slice(0, 294_001).length).toBe(1);
});
