import { expect, test } from 'vitest';
import { createEchoScreen } from '../../media/turn/echo-screen.ts';

const started = (onsetMs: number) => ({ type: 'speech_started', onsetMs, atMs: onsetMs + 64 }) as const;
const paused = (endMs: number) => ({ type: 'speech_paused', endMs, atMs: endMs + 100 }) as const;

test('speech without playback is the caller’s', () => {
  const screen = createEchoScreen({ isEcho: () => true, isSoftEcho: () => true });
  expect(screen.admits(started(100), 164)).toBe(true);
  expect(screen.judgeAgain(500)).toBeUndefined();
});

test('an echo is held back with its pause, until a second after the reply', () => {
  const screen = createEchoScreen({ isEcho: () => true, isSoftEcho: () => true });
  screen.replyAudible(true, 0);
  expect(screen.admits(started(100), 164)).toBe(false);
  expect(screen.admits(paused(900), 1000)).toBe(false);
  screen.replyAudible(false, 1000);
  expect(screen.admits(started(1900), 1999)).toBe(false);
  expect(screen.admits(started(1950), 2000)).toBe(true);
  expect(screen.admits(paused(2400), 2500)).toBe(true);
});

test('a caller who begins under an echo is heard from the first window without echo', () => {
  let echo = true;
  const asked: [number, number][] = [];
  const screen = createEchoScreen({
    isEcho(fromMs, toMs) {
      asked.push([fromMs, toMs]);
      return echo;
    },
    isSoftEcho: () => false,
  });
  screen.replyAudible(true, 0);
  expect(screen.admits(started(100), 164)).toBe(false);
  expect(screen.judgeAgain(500)).toBeUndefined();
  echo = false;
  expect(screen.judgeAgain(532)).toBe(292);
  expect(asked).toEqual([
    [100, 164],
    [260, 500],
    [292, 532],
  ]);
  expect(screen.judgeAgain(564)).toBeUndefined();
  expect(screen.admits(paused(900), 1000)).toBe(true);
});

test('a soft turn begun during the end of a reply is judged again at its end', () => {
  let softEcho = true;
  const screen = createEchoScreen({ isEcho: () => false, isSoftEcho: () => softEcho });
  const turn = { onsetMs: 1400, endMs: 1900, soft: true };
  expect(screen.wasEcho(turn)).toBe(false);
  screen.replyAudible(true, 0);
  screen.replyAudible(false, 1000);
  expect(screen.wasEcho(turn)).toBe(true);
  expect(screen.wasEcho({ ...turn, soft: false })).toBe(false);
  expect(screen.wasEcho({ ...turn, onsetMs: 2100 })).toBe(false);
  softEcho = false;
  expect(screen.wasEcho(turn)).toBe(false);
});
