import { expect, test } from 'vitest';
import { onEachDatabase } from '../data/databases.ts';
import { openWorld } from './transfer-world.ts';

onEachDatabase('a transfer whose process dies', ({ place }) => {
  test('a crash at any step of a transfer leaves no phone ringing and no caller alone', async () => {
    const world = await openWorld(await place());
    const ends = new Set<string>();
    let finished = false;
    for (let step = 1; !finished && step < 200; step++) {
      const call = await world.begin();
      call.start();
      world.fault.left = step;
      finished = await call.transfer().then(
        () =>
          call.pickUp().then(
            () => true,
            () => false,
          ),
        () => false,
      );
      world.fault.left = Number.POSITIVE_INFINITY;
      if (!finished) await call.streamCut();
      call.start();
      for (const seconds of [2, 30, 80, 35, 35]) await call.sweep(seconds);
      // The phone of a request that was never answered may be picked up late.
      await call.pickUp();
      const row = await call.row();
      ends.add(`${row?.result ?? 'never begun'}, ${call.isTogether() ? 'together' : 'apart'}`);
      if (call.isTogether()) {
        expect(row?.result).toBe('accepted');
        // One of them leaves without a callback.
        call.legs.teammate = 'over';
        for (const seconds of [31, 31]) await call.sweep(seconds);
        expect((await call.row())?.finishedAt).not.toBeNull();
      }
      expect([step, row === undefined || row.result !== null]).toEqual([step, true]);
      expect([step, call.legs.caller]).toEqual([step, 'over']);
      expect([step, ['over', 'none']]).toEqual([step, expect.arrayContaining([call.legs.teammate])]);
    }
    expect(finished).toBe(true);
    expect(ends).toContain('accepted, together');
    expect(ends).toContain('never begun, apart');
    expect(ends).toContain('failed, apart');
  });
});
