import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { type CorpusEntry, type FuzzResult, fuzz } from '../../bench/trials/fuzz-wire.ts';
import { keepIdle } from '../../bench/trials/idle-sockets.ts';
import { type KeptFrame, unkeep } from '../../bench/trials/media-grammar.ts';
import { slowOnMedia } from '../../bench/trials/slow-clients.ts';
import { uwsAbsence } from './uws-absence.ts';

/** Scripts that once did harm, or show best what may not. */
const corpus: CorpusEntry[] = readdirSync(join(import.meta.dirname, 'corpus')).map((name) => {
  const kept = JSON.parse(readFileSync(join(import.meta.dirname, 'corpus', name), 'utf8'));
  const { dialect, innocent, leaves, frames } = kept;
  return { dialect, script: { innocent, leaves, frames: (frames as KeptFrame[]).map(unkeep) } };
});

const absence = uwsAbsence();

describe.each(['ws', 'uws'] as const)('the driver %s', (driver) => {
  describe.skipIf(driver === 'uws' && absence !== undefined)('under attack', () => {
    describe('an attack with thousands of malformed frames', () => {
      let result: FuzzResult;
      beforeAll(async () => {
        result = await fuzz({ driver, frames: 6_000, atOnce: 20, seed: 11, corpus });
      });

      test('is survived without leftovers', () => {
        expect(result.crashed).toBe(false);
        expect(result.after).toMatchObject({ troubles: [], calls: 0, listeners: 0, streams: 0 });
        expect(result.after.heapBytes - result.before.heapBytes).toBeLessThan(5_000_000);
      });

      test('closes the attacking socket with a code and reason, and no other', () => {
        expect(result.wrong).toEqual([]);
        for (const code of ['1003', '1007', '1008']) expect(result.closes[code]).toBeGreaterThan(0);
      });

      test('does not affect the call beside it', () => {
        expect(result.live).toMatchObject({ cutOff: false });
      });
    });

    test('peers that trickle, stay silent or never read are closed, and a good one is served', async () => {
      const outcome = await slowOnMedia({ driver, tricklers: 60, deaf: 3 });
      expect(outcome).toMatchObject({ closed: 60, refused: 0 });
      expect(outcome.served).toBeGreaterThan(5);
      expect(outcome.neverReading?.cut).toBeGreaterThanOrEqual(3);
      expect(outcome.neverReading?.mostBufferedBytes).toBeLessThan(1_048_576 + 65_536);
    });

    test('idle streams cost a few kilobytes each', async () => {
      const { before, after, standing, callsStanding } = await keepIdle({ driver, idle: 150, calls: 1, settleMs: 500 });
      expect({ standing, callsStanding }).toEqual({ standing: 150, callsStanding: 1 });
      // The call's own buffers are among it.
      expect(after.heapBytes - before.heapBytes).toBeLessThan(5_000_000);
    });
  });
});
