import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { bind, type OrganisationId, type Queries } from '../../data/index.ts';
import type { FileStore } from '../../files/index.ts';
import type { HttpClient } from '../../http-client/index.ts';
import type { Job, Jobs, UnfinishedJob } from '../../jobs/index.ts';
import type { InteractionStore } from '../interactions/index.ts';
import { refusedFile } from './answers.ts';
import type { Fetching } from './fetching.ts';
import { type Room, refusalOf } from './recording-file.ts';
import type { AnalysisWork } from './work.ts';

export interface FetchOptions {
  readonly jobs: Pick<Jobs, 'enqueue' | 'handle'>;
  readonly store: InteractionStore;
  readonly files: Pick<FileStore, 'take'>;
  readonly work: Pick<AnalysisWork, 'transcribe'>;
  readonly httpClient: Pick<HttpClient, 'download'>;
  readonly room: Room;
  readonly maxFileBytes: number;
  readonly quotaBytes: number;
  readonly now: () => Date;
}

const kind = 'interactions.fetch';
const payload = z.object({ interaction: z.string() });
const maxAttempts = 5;
const downloadMs = 1_800_000;
const fetchesAtOnce = 2;

/** Creates the job that fetches a recording from a public address and then queues its transcription. */
export function createFetching(options: FetchOptions): Fetching {
  const { jobs, store, files, work, now } = options;

  async function fetch(job: Job): Promise<void> {
    const organisation = job.organisationId as OrganisationId;
    const row = await store.find(organisation, payload.parse(job.payload).interaction);
    if (row === undefined || row.status !== 'awaiting_recording' || row.recordingSource === null) return;
    const dir = await mkdtemp(join(tmpdir(), 'parley-fetch-'));
    try {
      const path = join(dir, 'recording');
      const { maxFileBytes: maxBytes } = options;
      const asked = { url: row.recordingSource, headers: {}, path, maxBytes, deadlineMs: downloadMs };
      const fetched = await options.httpClient.download({ ...asked, signal: job.signal });
      job.signal.throwIfAborted();
      if (fetched.kind === 'no_room') throw new FetchTrouble('The disk of the server is nearly full.');
      if (fetched.kind === 'failed') {
        const isFinal = fetched.status >= 400 && fetched.status < 500 && fetched.status !== 429;
        if (isFinal || job.attempt >= maxAttempts) return await fail(job, fetched.detail);
        throw new FetchTrouble(fetched.detail);
      }
      await take(job, row.uuid, { path, bytes: fetched.bytes });
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
  }

  async function take(job: Job, uuid: string, { path, bytes }: { readonly path: string; readonly bytes: number }) {
    const organisation = job.organisationId as OrganisationId;
    const { maxFileBytes } = options;
    const source = { bytes: createReadStream(path), maxBytes: maxFileBytes, expectedBytes: bytes };
    const taken = await files.take(source, async (file) => {
      const refused = await refusalOf(file);
      if (refused !== undefined) return refused;
      if ((await options.room(organisation)) < file.sizeBytes) return 'over_quota' as const;
      await file.keep();
      await job.complete(async (system) => {
        const queries = bind(system, organisation);
        const current = await store.lock(queries, uuid);
        // The row was deleted, or a recording was uploaded meanwhile: the file is not held, and gets removed.
        if (current?.status !== 'awaiting_recording') return;
        await store.hold(queries, uuid, file.digest);
        await work.transcribe(queries, organisation, uuid);
        const found = { recordingDigest: file.digest, recordingName: 'recording', recordingSource: null };
        const recordingBytes = file.sizeBytes;
        await store.put(system, organisation, uuid, {
          ...{ ...found, recordingBytes },
          ...{ status: 'pending', error: null, updatedAt: now().toISOString() },
        });
      });
      return undefined;
    });
    if (taken.kind === 'no_room') throw new FetchTrouble('The disk of the server is nearly full.');
    if (taken.kind === 'too_large') return fail(job, refusedFile('too_large', options).message);
    if (taken.value !== undefined) return fail(job, refusedFile(taken.value, options).message);
  }

  const failIn = async (
    queries: Queries,
    { organisationId, payload: given }: Pick<Job, 'organisationId' | 'payload'>,
    why: string,
  ) => {
    const set = { status: 'failed', error: why, updatedAt: now().toISOString() } as const;
    const own = bind(queries, organisationId as OrganisationId);
    await store.putWhile(own, payload.parse(given).interaction, { statuses: ['awaiting_recording'], set });
  };

  const fail = (job: Job, detail: string): Promise<void> =>
    job.complete((queries) => failIn(queries, job, `The recording could not be fetched. ${detail}`));

  const onUnfinished = async (queries: Queries, job: UnfinishedJob): Promise<void> => {
    if (job.status === 'dead' || job.status === 'cancelled')
      await failIn(queries, job, 'The recording could not be fetched. Retry it.');
  };

  const timeLimitMs = downloadMs + 60_000;
  jobs.handle(kind, fetch, { concurrency: fetchesAtOnce, timeLimitMs, onUnfinished });
  return {
    async fetch(queries, organisationId, interaction) {
      const job = { kind, organisationId, payload: { interaction }, maxAttempts: maxAttempts * 2 };
      await jobs.enqueue(queries.system, job);
    },
  };
}

/** A failure that a retry may resolve. */
class FetchTrouble extends Error {
  constructor(detail: string) {
    super(detail);
    this.name = 'FetchTrouble';
  }
}
