import { describe, expect, it } from 'vitest';
import type { VadStep } from '../../media/line/turn.ts';
import { createForeground, type Foreground, type ForegroundStep } from '../../media/vad/foreground.ts';

const STEP_MS = 32;
/** Levels of a voice around its vowels, in dB: syllables, and the soft sounds between them. */
const SYLLABLES = [-2, 0, -6, -12, 1, -3, -9, -1, -15, -5];

/** Plays one stream of steps to a foreground, with a clock of its own. */
function openLine() {
  const foreground: Foreground = createForeground();
  let endMs = 0;
  const step = (levelDbfs: number, probability: number, learns = true): ForegroundStep & { raw: VadStep } => {
    endMs += STEP_MS;
    const raw: VadStep = { endMs, probability, levelDbfs, quartersDbfs: [levelDbfs, levelDbfs, levelDbfs, levelDbfs] };
    return { ...foreground.step(raw, learns), raw };
  };
  return {
    foreground,
    get nowMs() {
      return endMs;
    },
    speak: (dbfs: number, ms: number, learns = true) =>
      Array.from({ length: ms / STEP_MS }, (_, i) =>
        step(dbfs + (SYLLABLES[i % SYLLABLES.length] as number), 0.9, learns),
      ),
    silence: (ms: number) => Array.from({ length: ms / STEP_MS }, () => step(-80, 0.02)),
  };
}

const found = (steps: readonly ForegroundStep[]) => steps.flatMap((step) => step.event ?? []);
const voiced = (steps: readonly ForegroundStep[]) => steps.filter(({ step }) => step.probability >= 0.5).length;

describe('one voice', () => {
  it('passes unchanged, also when it becomes a little louder and softer', () => {
    const line = openLine();
    const steps = [-20, -23, -18, -25, -20].flatMap((dbfs) => [...line.speak(dbfs, 1920), ...line.silence(960)]);
    expect(steps.every(({ step, raw }) => step === raw)).toBe(true);
    expect(found(steps)).toEqual([]);
    expect(line.foreground.belowDbfs).toBeUndefined();
  });

  it('passes unchanged when its last words are soft', () => {
    const line = openLine();
    const steps = [...line.speak(-20, 3200), ...line.speak(-31, 480), ...line.silence(640)];
    expect(found(steps)).toEqual([]);
  });

  it('passes unchanged when the echo of the agent is softer', () => {
    const line = openLine();
    line.speak(-20, 3200);
    expect(found(line.speak(-45, 3200, false))).toEqual([]);
  });
});

describe.each([10, 20, 26])('a voice %d dB below the caller', (db) => {
  const roomDbfs = -20 - db;

  it('is distinguished from the caller, who begins over it', () => {
    const line = openLine();
    line.speak(roomDbfs, 2560);
    const callerMs = line.nowMs;
    const [event, ...more] = found(line.speak(-20, 960));
    expect(more).toEqual([]);
    expect(event).toMatchObject({ type: 'louder_voice' });
    expect(Math.abs((event?.onsetMs ?? 0) - callerMs)).toBeLessThanOrEqual(96);
  });

  it('neither holds nor opens a turn once both are known', () => {
    const line = openLine();
    line.speak(roomDbfs, 2560);
    line.speak(-20, 960);
    // Less than a quarter of a second belongs to the caller's last sounds.
    expect(voiced(line.speak(roomDbfs, 3200))).toBeLessThan(8);
    expect(voiced(line.speak(-20, 640))).toBeGreaterThan(15);
    expect(voiced(line.speak(roomDbfs, 3200))).toBeLessThan(8);
  });
});

it.each([12, 20, 26])('a voice %d dB below the caller is distinguished from the caller, whom it follows', (db) => {
  const line = openLine();
  line.speak(-20, 2560);
  const roomMs = line.nowMs;
  const [event, ...more] = found(line.speak(-20 - db, 3840));
  expect(more).toEqual([]);
  expect(event).toMatchObject({ type: 'room_voice' });
  expect(event?.onsetMs).toBeGreaterThanOrEqual(roomMs - 480);
});

it('another person who is as loud is heard', () => {
  const line = openLine();
  line.speak(-45, 2560);
  line.speak(-20, 960);
  line.silence(640);
  expect(voiced(line.speak(-22, 960))).toBeGreaterThan(22);
});

it('a voice in the room is forgotten when it is silent for ten seconds', () => {
  const line = openLine();
  line.speak(-45, 2560);
  line.speak(-20, 960);
  expect(line.foreground.belowDbfs).toBeDefined();
  line.silence(10_560);
  expect(line.foreground.belowDbfs).toBeUndefined();
  expect(voiced(line.speak(-33, 640))).toBe(20);
});

it('a soft voice is heard again when the caller has been silent for long', () => {
  const line = openLine();
  line.speak(-34, 2560);
  line.speak(-20, 960);
  expect(voiced(line.speak(-34, 3200))).toBeLessThan(8);
  line.speak(-34, 32_000);
  expect(voiced(line.speak(-34, 3200))).toBe(100);
});
