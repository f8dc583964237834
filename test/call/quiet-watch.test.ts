import { expect, it } from 'vitest';
import { createQuietWatch } from '../../media/call/recognition/quiet-watch.ts';

const loud = (ms: number): Float32Array => new Float32Array(8 * ms).fill(0.1);
const soft = (ms: number): Float32Array => new Float32Array(8 * ms).fill(0.001);

it('the quiet watch knows when there was sound last, for any chunks', () => {
  const watch = createQuietWatch({ rateHz: 8000, isSilence: (level) => level < -40 });
  watch.push(soft(20));
  expect(watch.soundMs).toBe(0);
  watch.push(Float32Array.from([...soft(8), ...loud(4), ...soft(8)]));
  expect(watch.soundMs).toBe(36);
  watch.push(soft(300));
  expect(watch.soundMs).toBe(36);
  watch.push(loud(20));
  expect(watch.soundMs).toBe(360);
});
