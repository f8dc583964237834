import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CallStep, nextCallState } from '../../media/call/dialogue/call-state.ts';
import { splitLatency } from '../../media/call/dialogue/latency.ts';
import { createSampleClock } from '../../media/call/inbound/sample-clock.ts';
import { createRecorder } from '../../media/call/recording/recorder.ts';

describe('latency', () => {
  test('stages add up to the time from last sample to first sound, whatever was done speculatively', () => {
    const stamp = fc.integer({ min: 0, max: 5000 });
    fc.assert(
      fc.property(stamp, stamp, stamp, stamp, stamp, stamp, (decidedMs, wordsMs, phraseMs, audioMs, sentMs, late) => {
        const playedMs = Math.max(decidedMs, wordsMs, phraseMs, audioMs, sentMs) + late;
        const split = splitLatency({
          speechEndMs: 0,
          decidedMs,
          wordsMs,
          phraseMs,
          audioMs,
          sentMs,
          playedMs,
          estimated: false,
        });
        expect(split.total).toBe(playedMs);
        expect(Math.min(...Object.values(split).filter((part) => typeof part === 'number'))).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test('speculative work adds no latency', () => {
    const split = splitLatency({
      speechEndMs: 1000,
      decidedMs: 1340,
      wordsMs: 1250,
      phraseMs: 1260,
      audioMs: 1300,
      sentMs: 1350,
      playedMs: 1372,
      estimated: false,
    });
    expect(split).toEqual({
      endpoint: 340,
      recognition: 0,
      agent: 0,
      synthesis: 0,
      queue: 10,
      network: 22,
      total: 372,
      estimated: false,
    });
  });
});

describe('recording', () => {
  test('both tracks share one clock, and cut audio is silent', () => {
    const recorder = createRecorder(100);
    recorder.caller(0, new Float32Array(10).fill(0.5));
    recorder.agent(5, new Float32Array(10).fill(-0.5));
    recorder.cutAgent(8);
    const stereo = recorder.take(12);
    const left = [...stereo].filter((_, i) => i % 2 === 0);
    const right = [...stereo].filter((_, i) => i % 2 === 1);
    expect(left.map((sample) => Math.sign(sample))).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0]);
    expect(right.map((sample) => Math.abs(Math.sign(sample)))).toEqual([0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0]);
  });

  test('takes join without a seam across the window', () => {
    const recorder = createRecorder(64);
    const taken: number[] = [];
    for (let at = 0; at < 640; at += 16) {
      recorder.caller(
        at,
        Float32Array.from({ length: 16 }, (_, i) => ((at + i) % 100) / 100),
      );
      taken.push(...[...recorder.take(at + 16)].filter((_, i) => i % 2 === 0));
    }
    expect(taken).toEqual(Array.from({ length: 640 }, (_, i) => Math.round(Math.fround((i % 100) / 100) * 32768)));
  });

  test('late audio is counted and not misplaced', () => {
    const recorder = createRecorder(64);
    recorder.take(32);
    recorder.caller(16, new Float32Array(32).fill(1));
    expect(recorder.lost).toBe(16);
    expect(recorder.take(48)[0]).toBe(32767);
  });
});

describe('the sample clock', () => {
  const frame = 160;
  test('accepts a steady stream completely', () => {
    const clock = createSampleClock(8000);
    for (let ms = 20; ms <= 10_000; ms += 20) {
      expect(clock.arrive(ms, frame, true)).toBe('take');
      expect(clock.fill(ms)).toBe(0);
    }
    expect(clock.position).toBe(80_000);
  });

  test('realigns a track that starts late or lost samples', () => {
    const clock = createSampleClock(8000);
    expect(clock.lead(100, frame)).toBe(80 * 8);
    expect(clock.lead(120, frame)).toBe(0);
    let filled = 0;
    for (let ms = 100; ms <= 8000; ms += 20) {
      // 100 ms are lost on the way; too little to be missed at once.
      if (ms <= 2000 || ms > 2100) clock.arrive(ms, frame, true);
      filled += clock.fill(ms);
    }
    expect(filled).toBe(100 * 8);
    expect(clock.position).toBe(8000 * 8);
  });

  test('fills a hole with silence, and drops quiet frames when the audio arrives after all', () => {
    const clock = createSampleClock(8000);
    let filled = 0;
    for (let ms = 20; ms <= 1000; ms += 10) filled += clock.fill(ms);
    expect(filled).toBeGreaterThan(6000);
    for (let i = 0; i < 50; i++) clock.arrive(1000, frame, false);
    expect(clock.position).toBeGreaterThan(14_000);
    let dropped = 0;
    for (let ms = 1020; ms <= 3000; ms += 20) if (clock.arrive(ms, frame, true) === 'drop') dropped += 1;
    expect(dropped).toBeGreaterThan(30);
    expect(clock.position).toBeLessThanOrEqual(3000 * 8 + 60 * 8);
  });

  test('cuts off a sender that runs too fast', () => {
    const clock = createSampleClock(8000);
    let taken = 0;
    for (let i = 0; i < 10_000; i++) if (clock.arrive(20, frame, false) === 'take') taken += 1;
    expect(taken * frame).toBeLessThanOrEqual(2020 * 8);
  });
});

describe('the state of a call', () => {
  const steps: CallStep[] = [
    'stream_started',
    'turn_ended',
    'reply_audible',
    'reply_played',
    'reply_dropped',
    'transfer_began',
    'transfer_failed',
    'goodbye_began',
  ];

  test('never leaves closing, and always ends', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...steps), { maxLength: 40 }), (walk) => {
        let state = nextCallState('connecting', 'stream_started');
        let closed = false;
        for (const step of walk) {
          state = nextCallState(state, step);
          if (closed) expect(state).toBe('closing');
          closed ||= state === 'closing';
        }
        expect(nextCallState(state, 'over')).toBe('ended');
        expect(nextCallState('ended', 'turn_ended')).toBe('ended');
      }),
    );
  });

  test('goes from listening to thinking to speaking', () => {
    const walk: CallStep[] = [
      'stream_started',
      'reply_audible',
      'reply_played',
      'turn_ended',
      'reply_audible',
      'turn_ended',
    ];
    let state: ReturnType<typeof nextCallState> = 'connecting';
    expect(walk.map((step) => (state = nextCallState(state, step)))).toEqual([
      'thinking',
      'speaking',
      'listening',
      'thinking',
      'speaking',
      'thinking',
    ]);
  });
});
