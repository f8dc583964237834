import { z } from 'zod';
import { bind, type OrganisationId, type Queries } from '../../../data/index.ts';
import type { FileSource, FileStore, UploadQuota } from '../../../files/index.ts';
import { DownloadFault, type HttpClient } from '../../../http-client/index.ts';
import type { Job, Jobs, UnfinishedJob } from '../../../jobs/index.ts';
import type { InteractionStore } from '../interactions/index.ts';
import { refusedFile } from './answers.ts';
import type { Fetching } from './fetching.ts';
import { refusalOf } from './recording-file.ts';
import type { AnalysisWork } from './work.ts';

export interface FetchOptions {
  readonly jobs: Pick<Jobs, 'enqueue' | 'handle'>;
  readonly store: InteractionStore;
  readonly files: Pick<FileStore, 'take'>;
  readonly work: Pick<AnalysisWork, 'transcribe'>;
  readonly httpClient: Pick<HttpClient, 'read'>;
  readonly uploadQuota: UploadQuota;
  readonly maxFileBytes: number;
  readonly now: () => Date;
}

const kind = 'interactions.fetch';
const payload = z.object({ interaction: z.string() });
const maxAttempts = 5;
const downloadMs = 1_800_000;
/** One organisation cannot occupy all slots with slow servers. */
const fetchesAtOnce = { concurrency: 4, ofOrganisation: 2 };

/** Creates the job that fetches a recording from a public address and then queues its transcription. */
export function createFetching(options: FetchOptions): Fetching {
  const { jobs, store, files, work, uploadQuota, maxFileBytes, now } = options;
  const limits = { maxFileBytes, quotaBytes: uploadQuota.bytes };

  async function fetch(job: Job): Promise<void> {
    const organisation = job.organisationId as OrganisationId;
    const row = await store.find(organisation, payload.parse(job.payload).interaction);
    if (row === undefined || row.status !== 'awaiting_recording' || row.recordingSource === null) return;
    const maxBytes = maxFileBytes;
    const request = { url: row.recordingSource, headers: {}, maxBytes, deadlineMs: downloadMs, signal: job.signal };
    try {
      await take(job, row.uuid, { bytes: options.httpClient.read(request), maxBytes });
    } catch (error) {
      job.signal.throwIfAborted();
      if (!(error instanceof DownloadFault)) throw error;
      const isFinal = error.status >= 400 && error.status < 500 && error.status !== 429;
      if (!isFinal && job.attempt < maxAttempts) throw error;
      await fail(job, error.message);
    }
  }

  async function take(job: Job, uuid: string, source: FileSource): Promise<void> {
    const organisation = job.organisationId as OrganisationId;
    const stored = await files.take(source, async (file) => {
      const refused = await refusalOf(file);
      if (refused !== undefined) return refused;
      if ((await uploadQuota.left(organisation)) < file.sizeBytes) return 'over_quota' as const;
      await file.keep();
      await job.complete(async (system) => {
        const queries = bind(system, organisation);
        const current = await store.lock(queries, uuid);
        // The row was deleted, or a recording was uploaded meanwhile: the file is not held, and gets removed.
        if (current?.status !== 'awaiting_recording') return;
        if ((await uploadQuota.leftIn(queries)) < file.sizeBytes)
          return failIn(system, job, inWords(refusedFile('over_quota', limits).message));
        await store.hold(queries, uuid, file.digest);
        await work.transcribe(queries, organisation, uuid);
        const recording = { recordingDigest: file.digest, recordingName: 'recording', recordingSource: null };
        const recordingBytes = file.sizeBytes;
        await store.put(system, organisation, uuid, {
          ...recording,
          recordingBytes,
          status: 'pending',
          error: null,
          updatedAt: now().toISOString(),
        });
      });
      return undefined;
    });
    if (stored.kind === 'no_room') throw new FetchTrouble('The disk of the server is nearly full.');
    if (stored.kind === 'too_large') return fail(job, refusedFile('too_large', limits).message);
    if (stored.value !== undefined) return fail(job, refusedFile(stored.value, limits).message);
  }

  const failIn = async (
    queries: Queries,
    { organisationId, payload: jobPayload }: Pick<Job, 'organisationId' | 'payload'>,
    why: string,
  ) => {
    const set = { status: 'failed', error: why, updatedAt: now().toISOString() } as const;
    const tenantQueries = bind(queries, organisationId as OrganisationId);
    await store.putWhile(tenantQueries, payload.parse(jobPayload).interaction, {
      statuses: ['awaiting_recording'],
      set,
    });
  };

  const fail = (job: Job, detail: string): Promise<void> =>
    job.complete((queries) => failIn(queries, job, inWords(detail)));

  const onUnfinished = async (queries: Queries, job: UnfinishedJob): Promise<void> => {
    if (job.status === 'dead' || job.status === 'cancelled')
      await failIn(queries, job, 'The recording could not be fetched. Retry it.');
  };

  const timeLimitMs = downloadMs + 60_000;
  jobs.handle(kind, fetch, { ...fetchesAtOnce, timeLimitMs, onUnfinished });
  return {
    async fetch(queries, organisationId, interaction) {
      const job = { kind, organisationId, payload: { interaction }, maxAttempts: maxAttempts * 2 };
      await jobs.enqueue(queries.system, job);
    },
  };
}

const inWords = (detail: string): string => `The recording could not be fetched. ${detail}`;

/** A failure that a retry may resolve. */
class FetchTrouble extends Error {
  constructor(detail: string) {
    super(detail);
    this.name = 'FetchTrouble';
  }
}
