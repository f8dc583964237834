import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPacer } from '../../media/wire/pacer.ts';
import type { Pacer, PacerOutput } from '../../media/wire/pacing.ts';

const rateHz = 8000;
const ramp = (samples: number, from = 0): Float32Array =>
  Float32Array.from({ length: samples }, (_, i) => (from + i + 1) / 100_000);
const ms = (length: number): number => (length * rateHz) / 1000;
const open = (chunkMs = 20, leadMs = 60): Pacer => createPacer({ rateHz, chunkMs, leadMs });
const kinds = (outputs: readonly PacerOutput[]): string[] =>
  outputs.map((output) =>
    output.type === 'audio' ? `audio:${output.phraseId}` : output.type === 'mark' ? `mark:${output.name}` : output.type,
  );
const audio = (outputs: readonly PacerOutput[]): number[] =>
  outputs.flatMap((output) => (output.type === 'audio' ? [...output.samples] : []));

/** Ticks at the given times and keeps what came out with its time. */
function run(pacer: Pacer, timesMs: readonly number[]): { atMs: number; output: PacerOutput }[] {
  return timesMs.flatMap((atMs) => pacer.tick(atMs).map((output) => ({ atMs, output })));
}
const every = (stepMs: number, untilMs: number, fromMs = 0): number[] =>
  Array.from({ length: Math.floor((untilMs - fromMs) / stepMs) + 1 }, (_, i) => fromMs + i * stepMs);

describe('pacer', () => {
  it('sends nothing until there is a frame', () => {
    const pacer = open();
    expect(pacer.tick(0)).toEqual([]);
    pacer.queue('a', ramp(100));
    expect(pacer.tick(10)).toEqual([]);
    pacer.queue('a', ramp(60, 100));
    const out = pacer.tick(20);
    expect(kinds(out)).toEqual(['audio:a']);
    expect(audio(out)).toEqual([...ramp(160)]);
  });

  it('keeps the far end one lead ahead, then sends a frame every 20 ms', () => {
    const pacer = open();
    pacer.queue('a', ramp(ms(1000)));
    expect(kinds(pacer.tick(0))).toEqual(['audio:a', 'audio:a', 'audio:a']);
    expect(pacer.tick(0)).toEqual([]);
    for (const atMs of every(20, 900, 20)) expect(kinds(pacer.tick(atMs))).toEqual(['audio:a']);
  });

  it('sends every sample once, in order, for any ticks', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 1, maxLength: 12 }),
        fc.array(fc.integer({ min: 10, max: 45 }), { minLength: 150, maxLength: 150 }),
        (lengths, steps) => {
          const pacer = open();
          let from = 0;
          lengths.forEach((length, i) => {
            pacer.queue(`p${i}`, ramp(length, from));
            pacer.seal(`p${i}`);
            from += length;
          });
          let atMs = 0;
          const out = steps.flatMap((step) => {
            atMs += step;
            return pacer.tick(atMs);
          });
          const sent = audio(out);
          expect(sent.slice(0, from)).toEqual([...ramp(from)]);
          expect(sent.slice(from).every((sample) => sample === 0)).toBe(true);
          expect(sent.length - from).toBeLessThan(160);
          expect(out.filter((o) => o.type === 'mark').map((o) => o.name)).toEqual(lengths.map((_, i) => `p${i}`));
          expect(out.filter((o) => o.type === 'idle')).toHaveLength(1);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('does not drift over an hour of uneven ticks', () => {
    const pacer = open();
    let seed = 7;
    let sent = 0;
    let atMs = 0;
    let least = Number.POSITIVE_INFINITY;
    let most = 0;
    while (atMs < 3_600_000) {
      while (pacer.queuedMs < 1000) pacer.queue('a', new Float32Array(ms(1000)));
      seed = (seed * 16807) % 2147483647;
      sent += pacer.tick(atMs).length * 20;
      least = Math.min(least, sent - atMs);
      most = Math.max(most, sent - atMs);
      atMs += 8 + (seed % 9);
    }
    expect(least).toBeGreaterThanOrEqual(60);
    expect(most).toBeLessThan(80);
    expect(pacer.underruns).toBe(0);
  });

  describe('driven by the frames of the far end', () => {
    /** What goes with a frame of the far end at these times, and with a beat of 10 ms in between. */
    function inCompany(pacer: Pacer, comesAt: readonly number[], untilMs: number) {
      const sent: { atMs: number; by: 'company' | 'beat' }[] = [];
      for (let atMs = 0; atMs <= untilMs; atMs += 1) {
        const by = (who: 'company' | 'beat') => ({ audio: () => void sent.push({ atMs, by: who }), mark: () => {} });
        if (comesAt.includes(atMs)) pacer.accompany(atMs, by('company'));
        if (atMs % 10 === 0) pacer.drive(atMs, by('beat'));
      }
      return sent;
    }

    it.each([1, 4, 9, 11, 15, 19])('sends one frame each, at any phase (%i ms)', (phase) => {
      const pacer = open();
      pacer.queue('a', ramp(ms(2000)));
      const sent = inCompany(pacer, every(20, 1000, phase), 1000).filter(({ atMs }) => atMs > 100);
      expect(sent.map(({ atMs }) => atMs)).toEqual(every(20, 1000, phase).filter((atMs) => atMs > 100));
      expect(new Set(sent.map(({ by }) => by))).toEqual(new Set(['company']));
    });

    it('does not wait for them once they stop', () => {
      const pacer = open();
      pacer.queue('a', ramp(ms(2000)));
      const sent = inCompany(pacer, every(20, 400, 5), 1000);
      const later = sent.filter(({ atMs }) => atMs > 405);
      expect(later[0]?.atMs).toBeLessThanOrEqual(440);
      expect(later.every(({ by }) => by === 'beat')).toBe(true);
      expect(sent.length * 20 - 1000).toBeGreaterThanOrEqual(60);
    });

    it('stays within 10 ms of a timer alone, however uneven they are', () => {
      fc.assert(
        fc.property(fc.array(fc.integer({ min: 0, max: 45 }), { minLength: 100, maxLength: 100 }), (gaps) => {
          const pacer = open();
          pacer.queue('a', new Float32Array(ms(6000)));
          let comesMs = 0;
          const comesAt = gaps.map((gap) => (comesMs += gap));
          const sent = inCompany(pacer, comesAt, comesMs);
          let sentMs = 0;
          let least = Number.POSITIVE_INFINITY;
          let most = 0;
          for (const { atMs } of sent) {
            if (atMs > 0) least = Math.min(least, sentMs - atMs);
            sentMs += 20;
            most = Math.max(most, sentMs - atMs);
          }
          expect(least).toBeGreaterThanOrEqual(40);
          expect(most).toBeLessThanOrEqual(90);
        }),
      );
    });

    it('sends nothing of a cut reply', () => {
      const pacer = open();
      pacer.queue('a', ramp(ms(1000)));
      pacer.tick(0);
      pacer.clear(30);
      expect(inCompany(pacer, every(20, 200, 40), 200)).toEqual([]);
    });
  });

  it('catches up in one burst after a late tick', () => {
    const pacer = open();
    pacer.queue('a', ramp(ms(1000)));
    pacer.tick(0);
    expect(kinds(pacer.tick(50))).toEqual(['audio:a', 'audio:a', 'audio:a']);
    expect(pacer.underruns).toBe(0);
  });

  it('counts an underrun once after a late tick, and restarts there', () => {
    const pacer = open();
    pacer.queue('a', ramp(ms(1000)));
    pacer.tick(0);
    expect(kinds(pacer.tick(200))).toEqual(['underrun', 'audio:a', 'audio:a', 'audio:a']);
    expect(pacer.underruns).toBe(1);
    expect(pacer.playhead(200)).toEqual({ phraseId: 'a', samplesPlayed: 480, sentSamples: 960 });
  });

  it('fills a frame across a phrase boundary and marks the first phrase after it', () => {
    const pacer = open();
    pacer.queue('a', ramp(200));
    pacer.seal('a');
    pacer.queue('b', ramp(280, 200));
    pacer.seal('b');
    const out = pacer.tick(0);
    expect(kinds(out)).toEqual(['audio:a', 'audio:a', 'mark:a', 'audio:b', 'mark:b']);
    expect(audio(out)).toEqual([...ramp(480)]);
  });

  it('holds a short last frame for the next phrase, and pads it if none comes in time', () => {
    const joined = open();
    joined.queue('a', ramp(400));
    joined.seal('a');
    expect(kinds(joined.tick(0))).toEqual(['audio:a', 'audio:a']);
    joined.queue('b', ramp(80, 400));
    joined.seal('b');
    const both = joined.tick(1);
    expect(kinds(both)).toEqual(['audio:a', 'mark:a', 'mark:b']);
    expect(audio(both)).toEqual([...ramp(160, 320)]);

    const alone = open();
    alone.queue('a', ramp(400));
    alone.seal('a');
    alone.tick(0);
    expect(alone.tick(0)).toEqual([]);
    const padded = alone.tick(10);
    expect(kinds(padded)).toEqual(['audio:a', 'mark:a']);
    expect(audio(padded)).toEqual([...ramp(80, 320), ...new Array<number>(80).fill(0)]);
  });

  it('sends chunks of 3,200 bytes to telephony_b and pads the last', () => {
    const pacer = open(200, 100);
    pacer.queue('a', ramp(ms(500)));
    pacer.seal('a');
    const out = run(pacer, every(10, 800));
    const chunks = out.filter(({ output }) => output.type === 'audio');
    expect(chunks.map(({ atMs }) => atMs)).toEqual([0, 110, 370]);
    for (const { output } of chunks) expect((output as { samples: Float32Array }).samples.length * 2).toBe(3200);
    expect(audio(out.map(({ output }) => output)).length).toBe(ms(600));
  });

  it('marks a phrase sealed after its last frame, and one without audio', () => {
    const pacer = open();
    pacer.queue('a', ramp(160));
    expect(kinds(pacer.tick(0))).toEqual(['audio:a']);
    pacer.seal('a');
    pacer.seal('a');
    pacer.seal('empty');
    expect(kinds(pacer.tick(5))).toEqual(['mark:a', 'mark:empty']);
    expect(kinds(pacer.tick(25))).toEqual(['idle']);
    expect(pacer.tick(30)).toEqual([]);
    expect(pacer.idle).toBe(true);
  });

  it('reports an underrun while an unfinished phrase waits for audio, and none between finished ones', () => {
    const pacer = open();
    pacer.queue('a', ramp(160));
    pacer.tick(0);
    expect(kinds(pacer.tick(21))).toEqual(['underrun']);
    expect(pacer.tick(41)).toEqual([]);
    pacer.queue('a', ramp(160, 160));
    pacer.seal('a');
    expect(kinds(pacer.tick(50))).toEqual(['audio:a', 'mark:a']);
    expect(kinds(pacer.tick(71))).toEqual(['idle']);
    pacer.queue('b', ramp(160));
    pacer.seal('b');
    expect(kinds(pacer.tick(500))).toEqual(['audio:b', 'mark:b']);
    expect(pacer.underruns).toBe(1);
  });

  it('reports the listener’s position across phrases', () => {
    const pacer = open();
    expect(pacer.playhead(0)).toEqual({ phraseId: undefined, samplesPlayed: 0, sentSamples: 0 });
    pacer.queue('a', ramp(200));
    pacer.seal('a');
    pacer.queue('b', ramp(1000));
    pacer.tick(0);
    expect(pacer.playhead(10)).toEqual({ phraseId: 'a', samplesPlayed: 80, sentSamples: 200 });
    expect(pacer.playhead(25)).toEqual({ phraseId: 'b', samplesPlayed: 0, sentSamples: 280 });
    expect(pacer.playhead(40)).toEqual({ phraseId: 'b', samplesPlayed: 120, sentSamples: 280 });
    expect(pacer.playhead(1000)).toEqual({ phraseId: 'b', samplesPlayed: 280, sentSamples: 280 });
  });

  it('reports where a clear cut, and neither marks nor accepts the rest', () => {
    const pacer = open();
    pacer.queue('a', ramp(480));
    pacer.seal('a');
    pacer.queue('b', ramp(4000));
    pacer.seal('b');
    pacer.queue('c', ramp(100));
    expect(kinds(pacer.tick(0))).toEqual(['audio:a', 'audio:a', 'audio:a', 'mark:a']);
    pacer.tick(20);
    expect(pacer.clear(70)).toEqual({ phraseId: 'b', samplesPlayed: 80, sentSamples: 160 });
    expect(pacer.queue('c', ramp(100))).toBe(false);
    pacer.seal('c');
    expect(run(pacer, every(10, 1000, 80))).toEqual([]);
    expect(pacer.queuedMs).toBe(0);
    pacer.queue('d', ramp(160));
    pacer.seal('d');
    expect(kinds(pacer.tick(1010))).toEqual(['audio:d', 'mark:d']);
    expect(pacer.playhead(1020)).toEqual({ phraseId: 'd', samplesPlayed: 80, sentSamples: 160 });
  });

  it('rejects more than a minute', () => {
    const pacer = open();
    expect(pacer.queue('a', new Float32Array(ms(60_000)))).toBe(true);
    expect(pacer.queue('a', new Float32Array(1))).toBe(false);
    expect(pacer.refused).toBe(1);
    pacer.tick(0);
    expect(pacer.queue('a', new Float32Array(160))).toBe(true);
  });

  it('streams to a sink what it would return as a list, and follows the sink’s actions', () => {
    const told: string[] = [];
    const listed = open();
    const driven = open();
    for (const pacer of [listed, driven]) {
      pacer.queue('a', ramp(ms(50)));
      pacer.seal('a');
    }
    const sink = {
      audio: (_: Float32Array, phraseId: string): void => void told.push(`audio:${phraseId}`),
      mark(name: string): void {
        told.push(`mark:${name}`);
        if (name === 'a') driven.queue('b', ramp(ms(20)));
        if (name === 'a') driven.seal('b');
        if (name === 'b') driven.clear(100);
      },
      underrun: (phraseId: string): void => void told.push(`underrun:${phraseId}`),
      idle: (): void => void told.push('idle'),
    };
    for (const atMs of every(10, 200)) driven.drive(atMs, sink);
    expect(kinds(run(listed, every(10, 200)).map(({ output }) => output))).toEqual([
      'audio:a',
      'audio:a',
      'audio:a',
      'mark:a',
      'idle',
    ]);
    expect(told).toEqual(['audio:a', 'audio:a', 'audio:a', 'mark:a', 'audio:b', 'mark:b', 'idle']);
  });

  it('sends nothing after a sink has cleared it', () => {
    const pacer = open();
    pacer.queue('a', ramp(ms(1000)));
    let frames = 0;
    const audio = (): void => {
      frames += 1;
      pacer.clear(0);
    };
    for (const atMs of every(10, 100)) pacer.drive(atMs, { audio, mark() {} });
    expect(frames).toBe(1);
    expect(pacer.idle).toBe(true);
  });
});
