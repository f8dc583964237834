import { MessageChannel } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { createRemote } from '../../media/kit/remote.ts';
import { MediaFault } from '../../media/line/fault.ts';

type Offer = { double(n: number): number; fail(argument: null): never; never(argument: null): Promise<void> };

function join() {
  const { port1, port2 } = new MessageChannel();
  createRemote(port1, {
    double: (n: number) => 2 * n,
    fail() {
      throw new MediaFault('port_in_use', 'taken');
    },
    never: () => new Promise(() => {}),
  });
  return { remote: createRemote<Offer>(port2, {}), hangUp: () => port1.close() };
}

test('requests are answered, and errors keep their names', async () => {
  const { remote, hangUp } = join();
  expect(await Promise.all([remote.ask('double', 4), remote.ask('double', 5)])).toEqual([8, 10]);
  await expect(remote.ask('fail', null)).rejects.toMatchObject({ code: 'port_in_use' });
  hangUp();
});

test('a request to a side that is gone, or goes, is rejected', async () => {
  const { remote, hangUp } = join();
  const asked = expect(remote.ask('never', null)).rejects.toMatchObject({ code: 'engine_died' });
  hangUp();
  await asked;
  await expect(remote.ask('double', 1)).rejects.toMatchObject({ code: 'engine_died' });
});
