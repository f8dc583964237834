import { z } from 'zod';
import type { ReadStereo, Transcriber } from '../../../audio/index.ts';
import { bind, type OrganisationId, type Queries, type TenantQueries } from '../../../data/index.ts';
import type { FileStore } from '../../../files/index.ts';
import type { Job, Jobs, UnfinishedJob } from '../../../jobs/index.ts';
import type { Log } from '../../../log.ts';
import { exceedsLimits } from '../../../threads/index.ts';
import type { Transcript } from '../../../transcripts/transcript.ts';
import type { InteractionRow } from '../interactions/index.ts';
import { type ConversationAnalysisOptions, createConversationAnalysis, Outdated } from './conversation-analysis.ts';
import { createHearing, type KnownRecording } from './hearing.ts';
import { takingTurns } from './recogniser-turns.ts';

export interface AnalysisWorkOptions extends ConversationAnalysisOptions {
  readonly jobs: Pick<Jobs, 'enqueue' | 'handle'>;
  readonly files: Pick<FileStore, 'find'>;
  readonly transcriber: Transcriber;
  readonly readStereo: ReadStereo;
  /** Returns names and the direction, which help to transcribe a recording. */
  readonly knownOf: (row: InteractionRow) => Promise<KnownRecording>;
  /** Returns whether an organisation wants card and social security numbers removed. */
  readonly redacts: (organisation: OrganisationId) => Promise<boolean>;
  readonly log: Log;
}

/** Jobs that transcribe uploads and analyse every conversation. */
export interface AnalysisWork {
  /** Runs in the caller's transaction. */
  transcribe(queries: TenantQueries, organisation: OrganisationId, interactionUuid: string): Promise<void>;
  analyse(queries: TenantQueries, organisation: OrganisationId, interactionUuid: string): Promise<void>;
}

const kinds = {
  transcribe: 'interactions.transcribe',
  /** Recordings that the first kind found to be long. Their own queue keeps short ones from waiting for them. */
  transcribeLong: 'interactions.transcribe_long',
  analyse: 'interactions.analyse',
} as const;
const payload = z.object({ interaction: z.string(), channels: z.enum(['one', 'two']).exactOptional() });
/** Bounds how long a short recording waits for another one. */
const longestShortMs = 600_000;
/** Limit of attempts with a failing recogniser. */
const maxAttempts = 4;
/** Limit of attempts that end with the death of the process. */
const maxInterruptions = 12;
/**
 * Recordings that take turns at the recogniser. Each needs 250 MB while it waits, and each is of another organisation:
 * nobody waits for the whole recording of somebody else until that many organisations upload at once.
 */
const transcriptionsAtOnce = { [kinds.transcribe]: 2, [kinds.transcribeLong]: 3 } as const;
const analysesAtOnce = 2;
/** Covers a recording of 4 hours on a machine busy with calls. */
const transcriptionMs = 6 * 3_600_000;

export function createAnalysisWork(options: AnalysisWorkOptions): AnalysisWork {
  const { jobs, store, transcripts, analyst, log, now } = options;
  const analysis = createConversationAnalysis(options);
  const transcriberOf = takingTurns(options.transcriber);

  const enqueue = enqueueOf(options);
  const unfinished = unfinishedOf(options);

  const rowOf = (job: Job): Promise<InteractionRow | undefined> =>
    store.find(job.organisationId as OrganisationId, payload.parse(job.payload).interaction);

  async function transcribe(job: Job): Promise<void> {
    const row = await rowOf(job);
    // The row was deleted, or an attempt completed whose confirmation was lost.
    if (row === undefined || row.recordingDigest === null || row.status === 'completed') return;
    const { organisationId, uuid } = row;
    // Does not count as progress: an attempt whose process dies here has achieved nothing.
    await store.tx(organisationId, (queries) =>
      store.putWhile(queries, uuid, {
        statuses: ['pending', 'transcribing'],
        set: { status: 'transcribing', error: null, updatedAt: now().toISOString() },
      }),
    );
    const heard = await hear(job, row, row.recordingDigest);
    job.signal.throwIfAborted();
    if ('postponed' in heard) return postpone(job, row, heard.postponed);
    if ('detail' in heard) {
      if (!heard.isFinal && job.attempt < maxAttempts) throw new TranscriptionTrouble(heard.detail);
      return fail(job, row, heard.detail);
    }
    if (heard.transcript.length === 0) return fail(job, row, 'No speech was found in the recording.');
    const { durationMs, sides, note } = heard;
    const read = { ...row, durationMs, sides, recordingNote: note };
    await unlessTooLong(job, row, async () => {
      const by = { organisation: organisationId, signal: job.signal };
      const transcript = (await options.redacts(organisationId))
        ? await analyst.redactTurns(heard.transcript, by)
        : heard.transcript;
      const analysed = await analysis.analyse(job, read, transcript);
      await job.complete(async (system) => {
        const queries = bind(system, organisationId);
        await transcripts.put(queries, uuid, transcript, now());
        await analysis.complete(queries, read, analysed);
      });
    });
  }

  async function fail(job: Job, { organisationId, uuid }: InteractionRow, error: string): Promise<void> {
    log.warn({ interaction: uuid, error }, 'failed to transcribe an uploaded recording');
    await job.complete((queries) =>
      store.put(queries, organisationId, uuid, { status: 'failed', error, updatedAt: now().toISOString() }),
    );
  }

  /** Moves a long recording to the queue of long ones. */
  const postpone = (job: Job, { organisationId, uuid }: InteractionRow, channels: 'one' | 'two'): Promise<void> =>
    job.complete(async (system) => {
      const queries = bind(system, organisationId);
      const set = { status: 'pending', updatedAt: now().toISOString() } as const;
      await store.putWhile(queries, uuid, { statuses: ['transcribing'], set });
      await enqueue(queries, organisationId, kinds.transcribeLong, { interaction: uuid, channels });
    });

  async function hear(job: Job, row: InteractionRow, digest: string): ReturnType<ReturnType<typeof createHearing>> {
    const file = await options.files.find(digest);
    if (file === undefined) return { detail: 'The recording is no longer stored.', isFinal: true };
    const recording = await options.knownOf(row);
    const { channels } = payload.parse(job.payload);
    const isLong = job.kind === kinds.transcribeLong;
    const ask = {
      longestMs: isLong ? Number.POSITIVE_INFINITY : longestShortMs,
      signal: job.signal,
      ...(channels === undefined ? {} : { channels }),
    };
    const hearAt = createHearing({ ...options, transcriber: transcriberOf(row.organisationId) });
    return file.withPath((path) => hearAt(path, recording, ask));
  }

  async function analyseStored(job: Job): Promise<void> {
    const row = await rowOf(job);
    if (row === undefined) return;
    const transcript = (await transcripts.get(row.organisationId, row.uuid)) ?? [];
    await unlessTooLong(job, row, async () => {
      const analysed = await analysis.analyse(job, row, transcript);
      await job.complete(async (system) => {
        const queries = bind(system, row.organisationId);
        const stored = (await transcripts.in(queries, row.uuid)) ?? [];
        if (!saysTheSame(stored, transcript)) throw new Outdated();
        await analysis.complete(queries, row, analysed);
      });
    });
  }

  /** Fails the conversation if its analysis exceeds the limits. A busy machine may be the reason, so it has retries. */
  async function unlessTooLong(job: Job, row: InteractionRow, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!exceedsLimits(error) || job.attempt < maxAttempts) throw error;
      await fail(job, row, 'The transcript takes too long to analyse. Split it into shorter conversations.');
    }
  }

  for (const kind of [kinds.transcribe, kinds.transcribeLong])
    jobs.handle(kind, transcribe, {
      concurrency: transcriptionsAtOnce[kind],
      ofOrganisation: 1,
      timeLimitMs: transcriptionMs,
      onUnfinished: unfinished('The transcription was interrupted too often. Retry it.'),
    });
  jobs.handle(kinds.analyse, analyseStored, {
    concurrency: analysesAtOnce,
    onUnfinished: unfinished('The analysis failed. Retry it.'),
  });
  return {
    transcribe: (queries, organisation, uuid) =>
      enqueue(queries, organisation, kinds.transcribe, { interaction: uuid }),
    analyse: (queries, organisation, uuid) => enqueue(queries, organisation, kinds.analyse, { interaction: uuid }),
  };
}

const enqueueOf =
  ({ jobs, store }: Pick<AnalysisWorkOptions, 'jobs' | 'store'>) =>
  async (
    queries: TenantQueries,
    organisationId: OrganisationId,
    kind: (typeof kinds)[keyof typeof kinds],
    jobOptions: z.input<typeof payload>,
  ): Promise<void> => {
    const place = kind === kinds.analyse ? null : await store.placeOf(queries, jobOptions.interaction);
    const job = { kind, organisationId, payload: jobOptions, place, maxAttempts: maxInterruptions };
    await jobs.enqueue(queries.system, job);
  };

/** Keeps rows from staying at `transcribing` when no attempt is running. */
const unfinishedOf =
  ({ store, now }: Pick<AnalysisWorkOptions, 'store' | 'now'>) =>
  (error: string) =>
  async (queries: Queries, { organisationId, payload: jobPayload, status }: UnfinishedJob): Promise<void> => {
    const { interaction } = payload.parse(jobPayload);
    const tenantQueries = bind(queries, organisationId as OrganisationId);
    const updatedAt = now().toISOString();
    const isOver = status === 'dead' || status === 'cancelled';
    await store.putWhile(tenantQueries, interaction, {
      statuses: isOver ? ['pending', 'transcribing'] : ['transcribing'],
      set: isOver ? { status: 'failed', error, updatedAt } : { status: 'pending', updatedAt },
    });
  };

/** Returns whether two transcripts have the same words. */
const saysTheSame = (first: Transcript, other: Transcript): boolean =>
  first.length === other.length &&
  first.every(({ speaker, text }, index) => speaker === other[index]?.speaker && text === other[index]?.text);

/** A failure that a retry may resolve. */
class TranscriptionTrouble extends Error {
  constructor(detail: string) {
    super(detail);
    this.name = 'TranscriptionTrouble';
  }
}
