import { describe, expect, test } from 'vitest';
import { openBufferBin, ownBuffersOf } from '../../media/kit/buffer-bin.ts';

describe('the buffer bin', () => {
  test('frees added buffers at once, without a garbage collection', async () => {
    const bin = await openBufferBin();
    const before = process.memoryUsage().arrayBuffers;
    const kept = Array.from({ length: 20 }, () => ({ samples: new Float32Array(1_000_000) }));
    expect(process.memoryUsage().arrayBuffers - before).toBeGreaterThan(75e6);
    for (const job of kept) bin.empty(job);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(5e6);
    expect(kept.every(({ samples }) => samples.length === 0)).toBe(true);
  });

  test('ignores views of larger buffers, shared buffers and non-samples', async () => {
    const bin = await openBufferBin();
    const whole = new Float32Array(10);
    const job = {
      part: whole.subarray(2, 5),
      shared: new Float32Array(new SharedArrayBuffer(8)),
      draft: [1, 2],
      text: 'hello',
    };
    bin.empty(job);
    bin.empty(undefined);
    expect(whole.length).toBe(10);
    expect(job.shared.length).toBe(2);
    expect(ownBuffersOf({ whole, ...job })).toEqual([whole.buffer]);
  });
});
