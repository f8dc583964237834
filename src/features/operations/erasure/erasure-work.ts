import { z } from 'zod';
import { bind, forOrganisation, type OrganisationId, type Queries } from '../../../data/index.ts';
import { type Job, JobFault, type Jobs } from '../../../jobs/index.ts';
import type { Log } from '../../../log.ts';
import type { NumberHashes } from '../../campaigns/index.ts';
import type { ErasureRow, ErasureStore, Outcome, Waiting } from './erasure-store.ts';
import { type NumberSpellings, spellingsOf } from './number-spellings.ts';
import {
  createTraceRemoval,
  type KnownTraces,
  mostNames,
  type RemovedTraces,
  type TraceRemovalOptions,
} from './trace-removal.ts';
import type { TraceStore } from './trace-store.ts';

export interface ErasureWorkOptions extends TraceRemovalOptions {
  readonly jobs: Pick<Jobs, 'enqueue' | 'handle'>;
  readonly erasures: ErasureStore;
  readonly traces: TraceStore;
  readonly hashes: Pick<NumberHashes, 'existing'>;
  /** Searches the files of the database for a text. Returns the number of matches; null where it cannot search. */
  readonly search: (texts: readonly string[]) => Promise<number | null>;
  readonly log: Pick<Log, 'info' | 'warn'>;
  readonly now: () => Date;
}

const kind = 'people.erase';
/** Until calls, imports and jobs of the person have ended; doubled each time. */
const firstWaitMs = 2000;
const longestWaitMs = 60_000;
/** The back-off of the queue reaches ten minutes: two months with a store that is away. */
const maxAttempts = 8640;
const timeLimitMs = 3_600_000;
/** Larger sets are remembered in part; their jobs end without rows to write to. */
const mostRemembered = 5000;

const personal = z.object({
  /** Null after a restore: the number is found by its hash. */
  phone: z.string().nullable(),
  contacts: z.array(z.string()),
  conversations: z.array(z.string()),
  names: z.array(z.string()).default([]),
});
const payload = z.object({ erasure: z.string(), waits: z.int().nonnegative().default(0), personal });
type Known = z.output<typeof personal>;
const nobody = { phone: null, contacts: [], conversations: [], names: [] } satisfies Known;

/** Adds the job of an erasure, in the caller's transaction. */
export type EnqueueErasure = (
  queries: Queries,
  organisationId: OrganisationId,
  erasure: string,
  phone: string | null,
) => Promise<unknown>;

export const enqueueErasure =
  (jobs: Pick<Jobs, 'enqueue'>): EnqueueErasure =>
  (queries, organisationId, erasure, phone) =>
    jobs.enqueue(queries, {
      kind,
      organisationId,
      maxAttempts,
      priority: 'high',
      payload: { erasure, personal: { ...nobody, phone } },
    });

/** Erases people in durable jobs. A job that must wait ends, and another continues later. */
export function handleErasures(options: ErasureWorkOptions): void {
  const { database, jobs, erasures, traces, quotes, log, now } = options;
  const removeTraces = createTraceRemoval(options);

  async function run(job: Job): Promise<void> {
    const organisation = job.organisationId as OrganisationId;
    const { erasure: uuid, waits, personal: person } = payload.parse(job.payload);
    const erasure = await erasures.get(organisation, uuid);
    if (erasure === undefined || erasure.status === 'done') return job.complete();
    // An attempt was interrupted after it had forgotten the number.
    if (erasure.outcome !== null) return finish(job, erasure, erasure.outcome as Outcome);
    const hashOf = await options.hashes.existing(database.system.read);
    if (typeof hashOf !== 'function') throw new JobFault('unknown_yet', 'the key of number hashes cannot be read');
    const phone = person.phone ?? (await traces.phoneOf(organisation, erasure.numberHash, hashOf));
    // A restored database that has nothing about the number.
    if (phone === undefined) return finish(job, erasure, { doNotCall: false, documents: [], found: null });
    const number = spellingsOf(phone);
    // What was there is erased by the first job; those that wait for the rest do not search everything each time.
    const still = waits === 0 ? [] : await waitingFor(organisation, number, { ...person, runningJobs: 0 });
    if (still.length > 0) return later(job, erasure, still, { ...person, phone, waits });
    const about = await removeTraces(job, erasure, number, { known: person, hashOf });
    const waiting = await waitingFor(organisation, number, about);
    if (waiting.length > 0) return later(job, erasure, waiting, { ...about, phone, waits });
    const documents = await quotes.mentions(organisation, number, about.names);
    const outcome = { doNotCall: about.doNotCall, documents, found: null };
    // The job itself still has the number.
    await forOrganisation(database, organisation).tx(async (queries) => {
      await erasures.settle(queries, uuid, outcome);
      await quotes.forgetJob(queries, job.uuid, { erasure: uuid, waits, personal: nobody });
    });
    const copies = await options.search([number.phone, ...number.stored.slice(1, 3)]);
    if (copies !== null && copies > 0)
      log.warn({ erasure: uuid, found: copies }, 'the database file still has an erased number');
    // A count would tell one organisation whether another has the number.
    await finish(job, erasure, { ...outcome, found: (await erasures.isShared()) ? null : copies });
  }

  type Later = KnownTraces & { readonly phone: string; readonly waits: number };

  async function waitingFor(
    organisation: OrganisationId,
    number: NumberSpellings,
    { contacts, runningJobs }: Pick<RemovedTraces, 'contacts' | 'runningJobs'>,
  ): Promise<Waiting[]> {
    const { read } = forOrganisation(database, organisation);
    const { openCalls, held } = await traces.find(read, number, contacts);
    const all: readonly Waiting[] = [
      { what: 'calls_in_progress', count: openCalls.length },
      { what: 'calls_on_hold', count: held.length },
      { what: 'contact_imports', count: await traces.openImports(organisation) },
      { what: 'jobs', count: runningJobs },
    ];
    return all.filter(({ count }) => count > 0);
  }

  const later = (job: Job, { organisationId, uuid }: ErasureRow, waiting: readonly Waiting[], about: Later) =>
    job.complete(async (system) => {
      const queries = bind(system, organisationId);
      await erasures.wait(queries, uuid, waiting);
      await quotes.forgetJob(queries, job.uuid, { erasure: uuid, waits: about.waits, personal: nobody });
      const { phone, waits, contacts, conversations, names } = about;
      const waitMs = Math.min(longestWaitMs, firstWaitMs * 2 ** waits);
      await jobs.enqueue(system, {
        kind,
        organisationId,
        maxAttempts,
        priority: 'high',
        runAt: new Date(now().getTime() + waitMs),
        payload: {
          erasure: uuid,
          waits: waits + 1,
          personal: {
            phone,
            contacts: [...contacts],
            conversations: conversations.slice(-mostRemembered),
            names: names.slice(0, mostNames),
          },
        },
      });
    });

  const finish = (job: Job, { organisationId, uuid }: ErasureRow, outcome: Outcome) =>
    job.complete((system) => erasures.finish(bind(system, organisationId), uuid, outcome, now().toISOString()));

  jobs.handle(kind, run, { concurrency: 1, ofOrganisation: 1, timeLimitMs });
}
