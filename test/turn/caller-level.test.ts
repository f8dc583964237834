import { expect, it } from 'vitest';
import { createCallerLevel, type Whose } from '../../media/turn/caller-level.ts';

const speak = (level: ReturnType<typeof createCallerLevel>, dbfs: number, whose: Whose = 'his'): number => {
  for (let n = 0; n < 30; n++) level.speech(dbfs + (n % 5) - 2);
  level.turnOver(whose);
  return level.weakDbfs;
};

it('speech 20 dB below the caller’s level is not the caller’s', () => {
  const level = createCallerLevel();
  const unknown = level.weakDbfs;
  expect(unknown).toBeLessThan(-30);
  expect(speak(level, -20)).toBeGreaterThan(-40);
  expect(level.weakDbfs).toBeLessThan(-30);
});

it('the caller’s level is not learned from others or from very soft speech', () => {
  const level = createCallerLevel();
  const unknown = level.weakDbfs;
  expect(speak(level, -10, 'unknown')).toBe(unknown);
  expect(speak(level, -45)).toBe(unknown);
});

it('the caller’s level shows whether a whole turn so far is softer', () => {
  const level = createCallerLevel();
  level.speech(-40);
  expect(level.isWeak).toBe(true);
  for (let n = 0; n < 5; n++) level.speech(-30);
  expect(level.isWeak).toBe(false);
  speak(level, -10);
  for (let n = 0; n < 6; n++) level.speech(-30);
  expect(level.isWeak).toBe(true);
});

it('the caller’s level rises faster than it falls', () => {
  const level = createCallerLevel();
  const first = speak(level, -24);
  const louder = speak(level, -14);
  const softer = speak(level, -24);
  expect(louder - first).toBeGreaterThan(4);
  expect(louder - softer).toBeLessThan(louder - first);
});

it('after an interruption, which may be an echo, only louder speech changes the level', () => {
  const level = createCallerLevel();
  const unknown = level.weakDbfs;
  expect(speak(level, -30, 'over_reply')).toBe(unknown);
  const known = speak(level, -18, 'over_reply');
  expect(known).toBeGreaterThan(unknown);
  expect(speak(level, -26, 'over_reply')).toBe(known);
});
