import { expect, test } from 'vitest';
import { createModuleList } from '../../src/app/platform/module.ts';
import { every } from '../../src/app/platform/rounds.ts';
import type { OrganisationId, TenantQueries } from '../../src/data/index.ts';
import { type CallOver, createCallEnded } from '../../src/features/calls/calls/index.ts';

test('modules start in opening order and close in reverse order, once', async () => {
  const done: string[] = [];
  const list = createModuleList();
  const say = (what: string) => async () => {
    await Promise.resolve();
    done.push(what);
  };
  list.add({ start: say('start storage'), close: say('close storage') });
  list.add({ close: say('close files') });
  const calling = list.add({ name: 'calling', start: say('start calling'), close: say('close calling') });
  expect(calling.name).toBe('calling');
  await list.start();
  await list.close();
  await list.close();
  expect(done).toEqual(['start storage', 'start calling', 'close calling', 'close files', 'close storage']);
});

test('subscribers of CallEnded run in order, and none after one that throws', async () => {
  const done: string[] = [];
  const ended = createCallEnded();
  ended.subscribe(async (_queries, _organisation, [over]) => {
    await Promise.resolve();
    done.push(`contacts ${over?.uuid}`);
  });
  ended.subscribe(async (_queries, _organisation, [over]) => {
    done.push(`recordings ${over?.uuid}`);
    if (over?.uuid === 'bad') throw new Error('the disk is full');
  });
  ended.subscribe(async () => void done.push('campaigns'));
  const end = (uuid: string) => ended.publish({} as TenantQueries, 'o' as OrganisationId, [{ uuid } as CallOver]);
  await end('a');
  await expect(end('bad')).rejects.toThrow('the disk is full');
  expect(done).toEqual(['contacts a', 'recordings a', 'campaigns', 'contacts bad', 'recordings bad']);
});

test('a running round is not started again, a failure is logged, and stopping waits for the round', async () => {
  const logged: unknown[] = [];
  const ends: (() => void)[] = [];
  let began = 0;
  let over = 0;
  const rounds = every(
    1,
    async () => {
      began += 1;
      await new Promise<void>((resolve) => void ends.push(resolve));
      over += 1;
      if (over === 1) throw new Error('no database');
    },
    { error: (...args: unknown[]) => void logged.push(args[1]) },
    'calls could not be looked after',
  );
  rounds.start({ atOnce: true });
  expect(began).toBe(1);
  ends[0]?.();
  await expect.poll(() => began).toBe(2);
  expect(logged).toEqual(['calls could not be looked after']);
  const stopped = rounds.stop();
  ends[1]?.();
  await stopped;
  expect([began, over]).toEqual([2, 2]);
});
