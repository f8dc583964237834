import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { forOrganisation, localOrganisation } from '../../src/data/index.ts';
import { createRemovalStore } from '../../src/features/operations/removal/index.ts';
import { createFileReferences } from '../../src/files/index.ts';
import { onEachDatabase, openAt } from '../data/databases.ts';

onEachDatabase('a removal of many calls', ({ place }) => {
  test('lets other work in after each transcript, and counts them', async () => {
    const database = await openAt(await place());
    const { interactions, transcripts } = database.tables;
    const own = forOrganisation(database, localOrganisation);
    const uuids = Array.from({ length: 5 }, () => randomUUID());
    const at = '2026-01-01T00:00:00.000Z';
    const row = { source: 'call', status: 'completed', connected: true, edits: {}, search: '', calledAt: at };
    await own.tx(async (queries) => {
      for (const uuid of uuids) {
        await queries.insert(interactions, [{ ...row, uuid, createdAt: at, updatedAt: at } as never]);
        const turns = [{ speaker: 'agent', startMs: 0, endMs: 1, text: 'Hello.', words: [] }];
        await queries.insert(transcripts, [{ interactionUuid: uuid, turns, updatedAt: at } as never]);
      }
    });
    const removal = createRemovalStore(database, createFileReferences(database), { add: async () => {} });
    let turns = 0;
    let isOver = false;
    const count = (): void => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const { counts } = await own.tx((queries) => removal.conversations(queries, uuids));
    isOver = true;
    expect(counts).toMatchObject({ uploads: 5, transcripts: 5 });
    expect(turns).toBeGreaterThanOrEqual(uuids.length);
  });
});
