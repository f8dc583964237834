import { bind, type Database, forOrganisation, type Queries } from '../../../data/index.ts';
import type { Job } from '../../../jobs/index.ts';
import type { HashNumber } from '../../campaigns/index.ts';
import type { RemovalStore, RemoveFiles } from '../removal/index.ts';
import type { ErasureRow, ErasureStore } from './erasure-store.ts';
import type { NumberSpellings } from './number-spellings.ts';
import type { QuotesStore } from './quotes-store.ts';
import type { TraceStore } from './trace-store.ts';

export interface TraceRemovalOptions {
  readonly database: Database;
  readonly erasures: Pick<ErasureStore, 'count' | 'wait'>;
  readonly traces: Pick<TraceStore, 'find'>;
  readonly quotes: QuotesStore;
  readonly removal: RemovalStore;
  readonly removeFiles: RemoveFiles;
}

/** What earlier jobs of an erasure have found. */
export interface KnownTraces {
  readonly contacts: readonly string[];
  readonly conversations: readonly string[];
  readonly names: readonly string[];
}

/** What was removed, and what still runs. */
export interface RemovedTraces extends KnownTraces {
  readonly doNotCall: boolean;
  readonly runningJobs: number;
}

/** More names of one person are not remembered. */
export const mostNames = 50;

/** Removes the rows and files about a person in steps of a job, so that an interrupted job continues. */
export function createTraceRemoval({ database, erasures, traces, quotes, removal, ...options }: TraceRemovalOptions) {
  /** Shows that the file store is away while the queue retries. */
  async function removeFiles(erasure: ErasureRow, gone: Parameters<RemoveFiles>[0]): Promise<void> {
    try {
      await options.removeFiles(gone);
    } catch (error) {
      await forOrganisation(database, erasure.organisationId).tx((queries) =>
        erasures.wait(queries, erasure.uuid, [{ what: 'file_store', count: gone.digests.length }]),
      );
      throw error;
    }
  }

  return async function removeTraces(
    job: Job,
    erasure: ErasureRow,
    number: NumberSpellings,
    { known, hashOf }: { readonly known: KnownTraces; readonly hashOf: HashNumber },
  ): Promise<RemovedTraces> {
    const { organisationId: organisation, uuid } = erasure;
    const count = (queries: Queries, counts: Readonly<Record<string, number>>) =>
      erasures.count(bind(queries, organisation), uuid, counts);
    // Contacts first, so that no campaign calls the person meanwhile.
    const first = await job.step('contact', async (system) => {
      const queries = bind(system, organisation);
      const { contactUuids, names } = await traces.find(queries, number, known.contacts);
      const counts = await removal.contacts(queries, contactUuids);
      const doNotCall = await quotes.hashSuppression(queries, number.phone, erasure.numberHash);
      await count(system, counts);
      return { contactUuids, names, doNotCall };
    });
    const conversations = [...known.conversations];
    const names = new Set([...known.names, ...first.names]);
    for (let batch = 0; ; batch += 1) {
      const gone = await job.step(`conversations ${batch}`, async (system) => {
        const queries = bind(system, organisation);
        const { conversations: uuids, names: more } = await traces.find(queries, number, first.contactUuids);
        if (uuids.length === 0) return { uuids, names: more, digests: [] };
        const { digests, counts } = await removal.conversations(queries, uuids);
        await count(system, counts);
        return { uuids, names: more, digests };
      });
      for (const name of gone.names.slice(0, mostNames)) names.add(name);
      if (gone.uuids.length === 0) break;
      conversations.push(...gone.uuids);
      await removeFiles(erasure, gone);
      await job.progress(0.5, 'Removing calls');
      job.signal.throwIfAborted();
    }
    const uuids = new Set([...first.contactUuids, ...conversations]);
    const person = { number, uuids, names: [...names] };
    const { stopped, running } = await quotes.stopJobs(organisation, person, job.uuid);
    const counts = {
      jobs: stopped,
      webhook_bodies: await quotes.webhookBodies(organisation, person),
      import_rows: await quotes.importRows(organisation, person),
      texts: await quotes.texts(organisation, person),
      audit_entries: await quotes.auditSubjects(organisation, person, hashOf),
    };
    await job.step('mentions', async (system) => count(system, counts));
    const { contactUuids: contacts, doNotCall } = first;
    return { contacts, conversations, names: person.names, doNotCall, runningJobs: running };
  };
}
