import { describe, expect, test } from 'vitest';
import { createLeaseWatch } from '../../src/cluster/index.ts';

describe('the lease watch', () => {
  const look = (watch: ReturnType<typeof createLeaseWatch>, sign: string, nowMs: number) =>
    watch.look([{ uuid: 'a', sign }], (sight) => sight, nowMs);

  test('lets a lease expire after a whole period without a heartbeat', () => {
    const watch = createLeaseWatch(600);
    const over = [0, 100, 200, 300, 400, 500, 600].map((nowMs) => look(watch, '1', nowMs).length);
    expect(over).toEqual([0, 0, 0, 0, 0, 0, 1]);
  });

  test('starts again with a heartbeat or a new owner', () => {
    const watch = createLeaseWatch(600);
    for (const nowMs of [0, 100, 200, 300, 400, 500]) look(watch, '1', nowMs);
    expect(look(watch, '2', 600)).toEqual([]);
    for (const nowMs of [700, 800, 900, 1000, 1100]) look(watch, '2', nowMs);
    expect(look(watch, '2 of 2', 1200)).toEqual([]);
  });

  test('does not count its own pauses as silence of the owner', () => {
    const watch = createLeaseWatch(600);
    look(watch, '1', 0);
    expect(look(watch, '1', 3_600_000)).toEqual([]);
    expect(look(watch, '1', 3_600_100)).toEqual([]);
  });
});
