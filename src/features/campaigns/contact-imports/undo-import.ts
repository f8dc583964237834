import { z } from 'zod';
import type { OrganisationId } from '../../../data/index.ts';
import type { Job, Jobs } from '../../../jobs/index.ts';
import type { ContactStore } from '../contacts/index.ts';
import type { ImportStore } from './store.ts';

export const undoKind = 'contacts.import.undo';
/** Hours for which an import can be undone and its rejected rows are kept. */
export const undoHours = 24;

const hourMs = 3_600_000;
const payload = z.object({ import_uuid: z.string() });
const batchContacts = 200;

export interface UndoOptions {
  readonly store: Pick<ImportStore, 'get' | 'changes' | 'undone' | 'finishUndo' | 'bind' | 'forget'>;
  readonly contacts: Pick<ContactStore, 'undoIn'>;
  readonly jobs: Pick<Jobs, 'handle'>;
  readonly now: () => Date;
  readonly timeLimitMs: number;
}

/** Returns the deadline for undoing a finished import, ISO 8601. */
export const undoableUntil = (finishedAt: string): string =>
  new Date(Date.parse(finishedAt) + undoHours * hourMs).toISOString();

/** Registers the jobs that undo imports, and that delete changes which can no longer be undone. */
export function handleUndo({ store, contacts, jobs, now, timeLimitMs }: UndoOptions): void {
  jobs.handle(undoKind, undo, { timeLimitMs });
  // One hour longer, so that an undo in progress can finish.
  const keptMs = (undoHours + 1) * hourMs;
  const forget = () => store.forget(new Date(now().getTime() - keptMs).toISOString());
  jobs.handle('contacts.imports.forget', forget, { everyMs: hourMs });

  /** Works in batches: after a crash it continues with the remaining changes. */
  async function undo(job: Job): Promise<void> {
    const organisation = job.organisationId as OrganisationId;
    const { import_uuid: uuid } = payload.parse(job.payload);
    const row = await store.get(organisation, uuid);
    if (row === undefined) return job.complete();
    for (let batch = 0; ; batch++) {
      job.signal.throwIfAborted();
      const isMore = await job.step(`batch ${batch}`, async (queries) => {
        const tenant = store.bind(queries, organisation);
        const changes = await store.changes(tenant, uuid, batchContacts);
        if (changes.length === 0) return false;
        const count = await contacts.undoIn(tenant, changes, row.createdAt);
        const contactUuids = changes.map(({ contactUuid }) => contactUuid);
        await store.undone(tenant, uuid, { contactUuids, count });
        return true;
      });
      if (!isMore) break;
    }
    await job.complete((queries) => store.finishUndo(store.bind(queries, organisation), uuid));
  }
}
