import { expect, test, vi } from 'vitest';
import { onPostgres, openAt } from '../data/databases.ts';
import { aborted, enqueue, openNode, rowOf, until } from './queue-test.ts';

onPostgres('runners on several machines tell each other', ({ place }) => {
  test('notifications announce new and cancelled jobs without polling', async () => {
    const at = await place();
    const here = await openAt(at);
    const there = await openAt(at);
    const asking = openNode(here);
    // Its clock stands: it makes no round but its first.
    openNode(there, { define: (jobs) => jobs.handle('count', (job) => aborted(job), { concurrency: 100 }) });
    const uuid = await vi.waitFor(
      async () => {
        const tried = await enqueue(here, asking);
        await vi.waitFor(async () => expect((await rowOf(here, tried)).status).toBe('running'), { timeout: 2000 });
        return tried;
      },
      { timeout: 60_000 },
    );
    await here.system.tx((queries) => asking.jobs.cancel(queries, uuid));
    await until(here, uuid, 'cancelled');
  });
});
