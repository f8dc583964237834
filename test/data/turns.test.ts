import { expect, test } from 'vitest';
import { createTurns } from '../../src/data/sqlite/turns.ts';

/** Runs pieces of work in a chain that waits for nothing else. Returns in which piece a timer and sockets got their turn. */
async function turnOfOthers(pieceMs: number): Promise<number | undefined> {
  let nowMs = 0;
  const giveWay = createTurns(() => nowMs);
  let others: number | undefined;
  let piece = 0;
  setImmediate(() => {
    others = piece;
  });
  for (; piece < 10; piece++) {
    await giveWay();
    nowMs += pieceMs;
  }
  return others;
}

test('a chain of statements lets others work once its turn is over', async () => {
  expect(await turnOfOthers(5)).toBe(2);
  expect(await turnOfOthers(20)).toBe(1);
});

test('a chain that is short keeps its turn', async () => {
  expect(await turnOfOthers(0.5)).toBeUndefined();
});
