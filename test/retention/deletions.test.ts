import { expect, test } from 'vitest';
import { localOrganisation } from '../../src/data/index.ts';
import type { View } from '../../src/features/analysis/index.ts';
import {
  createDeletionStore,
  createDeletions,
  createHoldStore,
} from '../../src/features/operations/retention/index.ts';
import type { Handler, Job } from '../../src/jobs/index.ts';
import { onEachDatabase, openAt } from '../data/databases.ts';

onEachDatabase('a deletion by filter', ({ place }) => {
  test('covers what its requester saw at the request, whatever their tags are when it runs', async () => {
    const database = await openAt(await place());
    const requester = { organisationId: localOrganisation, userUuid: 'u' };
    const views: View[] = [];
    let tags: readonly string[] | undefined = ['City:Pune'];
    let run: Handler = async () => {};
    let payload: unknown;
    const deletions = createDeletions({
      jobs: {
        enqueue: async (_queries, job) => {
          payload = job.payload;
          return undefined;
        },
        handle: (kind, handler) => {
          if (kind === 'calls.delete') run = handler;
        },
      },
      store: createDeletionStore(database),
      holds: createHoldStore(database),
      interactions: {
        get: async () => undefined,
        list: async (view) => {
          views.push(view);
          return { rows: [], total: 1 };
        },
      },
      viewOf: async () => ({ organisation: localOrganisation, tags }),
      removal: { conversations: async () => ({ digests: [], counts: {} }) },
      removeFiles: async () => {},
      forget: async () => {},
      now: () => new Date('2026-03-01T12:00:00.000Z'),
    });
    expect(await deletions.start(requester, { outcome: 'resolved' }, 1)).toMatchObject({ status: 'pending' });
    tags = undefined;
    await run({
      organisationId: localOrganisation,
      payload,
      signal: new AbortController().signal,
      progress: async () => {},
      complete: (then: Parameters<Job['complete']>[0]) => database.system.tx(async (queries) => then?.(queries)),
    } as unknown as Job);
    expect(views.map((view) => view.tags)).toEqual([['City:Pune'], ['City:Pune']]);
    expect(await database.system.read.select().from(database.tables.callDeletions)).toMatchObject([
      { status: 'done', deleted: 0, filter: {} },
    ]);
  });
});
