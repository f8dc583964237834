import type { OrganisationId } from '../../../data/index.ts';
import type { Job, Jobs } from '../../../jobs/index.ts';
import type { Log } from '../../../log.ts';
import type { RemoveFiles } from '../removal/index.ts';
import { type CallKind, type EndingStore, type RetentionKind, retentionKinds } from './ending-store.ts';
import type { Noted, RetentionStore, RunFailure } from './retention-store.ts';

export interface RetentionWorkOptions {
  readonly jobs: Pick<Jobs, 'enqueue' | 'handle'>;
  readonly tx: (work: (queries: Parameters<Jobs['enqueue']>[0]) => Promise<unknown>) => Promise<unknown>;
  readonly store: RetentionStore;
  readonly endings: EndingStore;
  readonly removeFiles: RemoveFiles;
  readonly log: Pick<Log, 'warn'>;
  readonly now: () => Date;
}

const nightly = 'retention.nightly';
const ofOrganisation = 'retention.run';
const dayMs = 86_400_000;
const runLimitMs = 3_600_000;
const callsAtOnce = 50;
/** Of one kind in a run; the rest ends in the next one. */
const mostCalls = 20_000;
const mostFailures = 50;

/** Enqueues a run for an organisation, unless one waits already. */
export const retentionJob = (organisationId: OrganisationId) =>
  ({ kind: ofOrganisation, organisationId, payload: {}, uniqueKey: 'run', priority: 'low' }) as const;

export const cutoff = (now: Date, days: number): string => new Date(now.getTime() - days * dayMs).toISOString();

/** Ends data every night, at 00:00 UTC: one job for each organisation, so that one does not hold the others up. */
export function handleRetention(options: RetentionWorkOptions): void {
  const { jobs, store, endings, log, now } = options;

  async function enqueueAll(job: Job): Promise<void> {
    for (let after = ''; ; ) {
      const organisations = await store.organisations(after);
      for (const organisation of organisations)
        await options.tx((queries) => jobs.enqueue(queries, retentionJob(organisation)));
      const last = organisations.at(-1);
      if (last === undefined || job.signal.aborted) return;
      after = last;
    }
  }

  async function run(job: Job): Promise<void> {
    const organisation = job.organisationId as OrganisationId;
    const days = await store.settings(organisation);
    const ended: Record<RetentionKind, number> = { recordings: 0, transcripts: 0, results: 0, webhooks: 0 };
    const failed: RunFailure[] = [];
    const note = (finishedAt: string | null = null) => {
      const noted: Noted = { ended, failed: failed.slice(0, mostFailures), finishedAt };
      return store.note(organisation, job.uuid, noted);
    };
    await store.begin(organisation, job.uuid, now().toISOString());
    for (const kind of retentionKinds) {
      const after = days[kind];
      if (after === null) continue;
      const before = cutoff(now(), after);
      if (kind === 'webhooks') {
        for (let gone = 1; gone > 0 && !job.signal.aborted; ended.webhooks += gone)
          gone = await endings.endWebhooks(organisation, before);
        continue;
      }
      for (let more = true; more && !job.signal.aborted; await note())
        more = await batch(organisation, kind, { before, ended, failed });
    }
    await note(now().toISOString());
    if (failed.length > 0) log.warn({ organisation, failed: failed.length }, 'retention failed for some calls');
  }

  interface Progress {
    readonly before: string;
    readonly ended: Record<RetentionKind, number>;
    readonly failed: RunFailure[];
  }

  /** Returns whether more calls may be due. A call that fails is noted, and the others go on. */
  async function batch(organisation: OrganisationId, kind: CallKind, { before, ended, failed }: Progress) {
    const but = failed.filter((failure) => failure.kind === kind).map(({ call_uuid }) => call_uuid);
    if (but.length >= mostFailures || ended[kind] >= mostCalls) return false;
    const due = await endings.due(organisation, kind, { before, but, limit: callsAtOnce });
    for (const uuid of due) {
      try {
        const digests = await endings.end(organisation, kind, uuid);
        if (kind === 'recordings') await options.removeFiles({ digests, uuids: [uuid] });
        ended[kind] += 1;
      } catch (error) {
        failed.push({
          call_uuid: uuid,
          kind,
          error: String((error as { code?: unknown }).code ?? error).slice(0, 200),
        });
      }
    }
    return due.length > 0;
  }

  jobs.handle(nightly, enqueueAll, { everyMs: dayMs });
  jobs.handle(ofOrganisation, run, { concurrency: 1, ofOrganisation: 1, timeLimitMs: runLimitMs });
}
