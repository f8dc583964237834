import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import type { Database, OrganisationId } from '../../src/data/index.ts';
import { createRunStore } from '../../src/features/documents/documents/index.ts';
import { createDocumentRuns, type Run, type RunResult } from '../../src/features/documents/documents/runs.ts';
import { createFileReferences } from '../../src/files/index.ts';
import { createJobs } from '../../src/jobs/index.ts';
import { createLog } from '../../src/log.ts';
import { eachDatabase } from '../jobs/databases.ts';

const owner = { organisationId: '00000000-0000-4000-8000-00000000000a' as OrganisationId, userUuid: 'ada' };

async function addDocument(database: Database): Promise<string> {
  const uuid = randomUUID();
  const about = { title: 't', fileName: 'a.pdf', mimeType: 'application/pdf', sizeBytes: 1, digest: 'aa' };
  const row = { ...owner, ...about, uuid, createdAt: '2026-01-01T00:00:00.000Z' };
  await database.system.tx((queries) => queries.insert(database.tables.kbDocuments).values(row));
  return uuid;
}

/** A process that carries out runs. */
function openProcess(database: Database, work: (run: Run) => Promise<RunResult>) {
  const log = createLog({ level: 'silent' });
  const clocks = { now: () => new Date(), nowMs: () => performance.now() };
  const jobs = createJobs(database, { log, owner: { id: randomUUID(), isAlive: () => true }, ...clocks });
  const runs = createDocumentRuns({
    store: createRunStore(database, createFileReferences(database)),
    jobs,
    log,
    ...clocks,
    lookEveryMs: 20,
  });
  runs.handle('audio', work);
  jobs.start();
  const close = async (): Promise<void> => {
    runs.close();
    await jobs.close({ graceMs: 0 });
  };
  onTestFinished(close);
  return {
    runs,
    close,
    perform: (uuid: string) => runs.perform(owner, uuid, { kind: 'audio', options: { deep: true } }),
  };
}

const done: RunResult = { kind: 'done', store: async () => {} };

eachDatabase('runs', (open) => {
  test('concurrent requests share one run, in any process', async () => {
    const database = await open();
    const uuid = await addDocument(database);
    const begun: Run[] = [];
    let finish = (_result: RunResult): void => {};
    const work = (run: Run) => {
      begun.push(run);
      return new Promise<RunResult>((resolve) => {
        finish = resolve;
      });
    };
    const [one, other] = [openProcess(database, work), openProcess(database, work)];
    const asked = [one.perform(uuid), one.perform(uuid), other.perform(uuid)];
    await expect.poll(() => begun.length).toBe(1);
    const followed: string[] = [];
    const following = (async () => {
      for await (const [state] of other.runs.follow(owner, uuid, new AbortController().signal))
        followed.push(`${state?.status} ${state?.progress} ${state?.note}`);
    })();
    await expect.poll(() => followed).toEqual(['running 0 null']);
    await begun[0]?.progress(0.5, 'half');
    await expect.poll(() => followed.at(-1)).toBe('running 0.5 half');
    expect(await one.runs.isOpen(owner, uuid, 'audio')).toBe(true);
    expect(begun[0]).toMatchObject({ owner, documentUuid: uuid, options: { deep: true } });

    finish({ kind: 'failed', code: 'silent', detail: 'There is no sound.' });
    const failed = { kind: 'failed', code: 'silent', detail: 'There is no sound.' };
    expect(await Promise.all(asked)).toEqual([failed, failed, failed]);
    await following;
    expect(followed.at(-1)).toBe('failed 0 null');

    const again = one.perform(uuid);
    await expect.poll(() => begun.length).toBe(2);
    finish(done);
    expect(await again).toEqual({ kind: 'done' });
    expect(await one.runs.isOpen(owner, uuid, 'audio')).toBe(false);
    expect(await one.perform(randomUUID())).toEqual({ kind: 'gone' });
  });

  test('runs resume after a restart, and end with their document', async () => {
    const database = await open();
    const uuid = await addDocument(database);
    const ids: string[] = [];
    const first = openProcess(database, async ({ uuid: id, step, signal }) => {
      ids.push(await step('begin', async () => id));
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    });
    const stopped = first.perform(uuid);
    await expect.poll(() => ids.length).toBe(1);
    await first.close();
    expect(await stopped).toEqual({ kind: 'stopping' });

    const waiting: (() => void)[] = [];
    const stored: string[] = [];
    const second = openProcess(database, async ({ uuid: id, step }) => {
      ids.push(await step('begin', async () => 'another result'));
      await new Promise<void>((resolve) => void waiting.push(resolve));
      await step('end', async () => id);
      return { kind: 'done', store: async () => void stored.push(id) };
    });
    const joined = second.perform(uuid);
    await expect.poll(() => waiting).toHaveLength(1);
    waiting.shift()?.();
    expect(await joined).toEqual({ kind: 'done' });
    expect(ids).toEqual([ids[0], ids[0]]);
    expect(stored).toEqual([ids[0]]);

    const late = second.perform(uuid);
    await expect.poll(() => waiting).toHaveLength(1);
    const { kbDocuments } = database.tables;
    await database.system.tx((queries) => queries.delete(kbDocuments));
    waiting.shift()?.();
    expect(await late).toEqual({ kind: 'gone' });
    const statuses = async () => {
      const rows = await database.system.read.select().from(database.tables.jobs);
      return rows.filter(({ kind }) => kind === 'document.audio').map(({ status }) => status);
    };
    await expect.poll(statuses).toEqual(['done', 'done']);
    expect(stored).toEqual([ids[0]]);
  });
});
