import { z } from 'zod';
import { analyse, isAsked } from '../../analysis/analyse.ts';
import { type Proposals, withProposals } from '../../analysis/proposals.ts';
import { redactTurns } from '../../analysis/redaction.ts';
import type { Facts, Field } from '../../analysis/types.ts';
import type { ReadStereo, Transcriber } from '../../audio/index.ts';
import { bind, type OrganisationId, type Queries, type TenantQueries } from '../../data/index.ts';
import type { FileStore } from '../../files/index.ts';
import type { Job, Jobs, UnfinishedJob } from '../../jobs/index.ts';
import type { Log } from '../../log.ts';
import { searchTextOf } from '../../transcripts/search-text.ts';
import type { Transcript } from '../../transcripts/transcript.ts';
import type { ExtractionFieldStore } from '../extraction-fields/index.ts';
import {
  editsOf,
  effectiveOf,
  type InteractionRow,
  type InteractionStore,
  scoreGroup,
  type TranscriptStore,
} from '../interactions/index.ts';
import { type AskedField, askedOf } from './asked-fields.ts';
import { createHearing, type KnownRecording } from './hearing.ts';
import type { ModelPass } from './model-pass.ts';
import { takingTurns } from './recogniser-turns.ts';
import { isTranslated, onOriginal, type Translate } from './translation.ts';

export interface AnalysisWorkOptions {
  readonly jobs: Pick<Jobs, 'enqueue' | 'handle'>;
  readonly store: InteractionStore;
  readonly transcripts: TranscriptStore;
  readonly fields: Pick<ExtractionFieldStore, 'list'>;
  readonly files: Pick<FileStore, 'find'>;
  readonly transcriber: Transcriber;
  readonly readStereo: ReadStereo;
  /** Returns facts from a call's record, independent of its words. */
  readonly factsOf: (queries: TenantQueries, row: InteractionRow) => Promise<Facts>;
  /** Returns names and the direction, which help to transcribe a recording. */
  readonly knownOf: (row: InteractionRow) => Promise<KnownRecording>;
  /** Asks a language model for values that the rules did not find. */
  readonly modelPass: ModelPass;
  readonly translate: Translate;
  /** Returns whether an organisation wants card and social security numbers removed. */
  readonly redacts: (organisation: OrganisationId) => Promise<boolean>;
  readonly log: Log;
  readonly now: () => Date;
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
const analysesAtOnce = 2;
/** Covers a recording of 4 hours on a machine busy with calls. */
const transcriptionMs = 6 * 3_600_000;

type Given = {
  readonly transcript: Transcript;
  readonly asked: readonly AskedField[];
  /** Null if the transcript is English, or if no model translates it. */
  readonly english: Transcript | null;
  readonly proposals: Proposals | null;
};

export function createAnalysisWork(options: AnalysisWorkOptions): AnalysisWork {
  const { jobs, store, transcripts, log, now } = options;
  const hearAt = createHearing({ ...options, transcriber: takingTurns(options.transcriber) });

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
    const transcript = (await options.redacts(organisationId)) ? redactTurns(heard.transcript) : heard.transcript;
    if (transcript.length === 0) return fail(job, row, 'No speech was found in the recording.');
    const asked = await activeFields();
    const prepared = await prepare(job, row, transcript, asked);
    await job.complete(async (system) => {
      const queries = bind(system, organisationId);
      await transcripts.put(queries, uuid, transcript, now());
      const given = { transcript, asked, ...prepared };
      const { durationMs, sides, note } = heard;
      await finish(queries, { ...row, durationMs, sides, recordingNote: note }, given);
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

  async function hear(job: Job, row: InteractionRow, digest: string): ReturnType<typeof hearAt> {
    const file = await options.files.find(digest);
    if (file === undefined) return { detail: 'The recording is no longer stored.', isFinal: true };
    const known = await options.knownOf(row);
    const { channels } = payload.parse(job.payload);
    const isLong = job.kind === kinds.transcribeLong;
    const ask = {
      ...{ longestMs: isLong ? Number.POSITIVE_INFINITY : longestShortMs, signal: job.signal },
      ...(channels === undefined ? {} : { channels }),
    };
    return file.withPath((path) => hearAt(path, known, ask));
  }

  async function analyseStored(job: Job): Promise<void> {
    const row = await rowOf(job);
    if (row === undefined) return;
    const asked = await activeFields();
    const before = await transcripts.get(row.organisationId, row.uuid);
    const prepared = await prepare(job, row, before ?? [], asked);
    await job.complete(async (system) => {
      const queries = bind(system, row.organisationId);
      // Read inside the transaction: words may have been added since.
      const transcript = (await transcripts.in(queries, row.uuid)) ?? [];
      await finish(queries, row, { transcript, asked, ...prepared });
    });
  }

  async function activeFields(): Promise<AskedField[]> {
    const { fields } = await options.fields.list();
    return fields.filter(({ is_active }) => is_active).map(askedOf);
  }

  /**
   * Runs outside the transaction, which must not wait for a server. The results are checked against the transcript
   * later.
   */
  async function prepare(job: Job, row: InteractionRow, transcript: Transcript, asked: readonly Field[]) {
    const english = await options.translate(transcript, row.languageCode, job.signal);
    if (!row.connected) return { english, proposals: null };
    const known = { voicemail: false, transferred: false, connected: true, utcOffsetMinutes: 0 };
    const facts = { ...known, calledAt: row.calledAt };
    return { english, proposals: await options.modelPass(english ?? transcript, asked, facts, job.signal) };
  }

  /** Replaces the whole analysis; people's edits stay. */
  async function finish(
    queries: TenantQueries,
    row: InteractionRow,
    { transcript, asked, english, proposals }: Given,
  ): Promise<void> {
    const current = await store.lock(queries, row.uuid);
    if (current === undefined) return;
    const facts = await options.factsOf(queries, { ...current, durationMs: row.durationMs });
    // A translation that lacks words added meanwhile is not used.
    const read = english?.length === transcript.length ? english : transcript;
    const byRules = analyse(read, asked, facts);
    const found =
      proposals === null ? byRules : withProposals(byRules, proposals, { transcript: read, fields: asked, facts });
    const result = read === transcript ? found : onOriginal(found, transcript);
    if (isTranslated(row.languageCode))
      await transcripts.putEnglish(queries, row.uuid, read === transcript ? null : read);
    const groups = Object.fromEntries(
      asked.map(({ key, group, type }) => [key, type === 'score' ? scoreGroup : group]),
    );
    const at = now().toISOString();
    const scores = asked.filter(({ type }) => type === 'score');
    const categories = Object.fromEntries(scores.map(({ key, group }) => [key, group]));
    const weights = Object.fromEntries(scores.map(({ key, weight }) => [key, weight]));
    const required = asked.filter((field) => field.required === true && isAsked(field, facts)).map(({ key }) => key);
    const analysis = { ...result, groups, categories, weights, required, analysedAt: at };
    const effective = effectiveOf(analysis, editsOf(current));
    await store.put(queries.system, row.organisationId, row.uuid, {
      ...{ ...effective, status: 'completed', error: null, analysis, updatedAt: at },
      ...{ durationMs: row.durationMs, sides: row.sides, recordingNote: row.recordingNote },
      search: searchTextOf({ ...current, summary: effective.summary }),
    });
  }

  for (const kind of [kinds.transcribe, kinds.transcribeLong])
    jobs.handle(kind, transcribe, {
      ...{ concurrency: 1, timeLimitMs: transcriptionMs },
      onUnfinished: unfinished('The transcription was interrupted too often. Retry it.'),
    });
  jobs.handle(kinds.analyse, analyseStored, {
    ...{ concurrency: analysesAtOnce },
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
    given: z.input<typeof payload>,
  ): Promise<void> => {
    const place = kind === kinds.analyse ? null : await store.placeOf(queries, given.interaction);
    const job = { kind, organisationId, payload: given, place, maxAttempts: maxInterruptions };
    await jobs.enqueue(queries.system, job);
  };

/** Keeps rows from staying at `transcribing` when no attempt is running. */
const unfinishedOf =
  ({ store, now }: Pick<AnalysisWorkOptions, 'store' | 'now'>) =>
  (error: string) =>
  async (queries: Queries, { organisationId, payload: given, status }: UnfinishedJob): Promise<void> => {
    const { interaction } = payload.parse(given);
    const own = bind(queries, organisationId as OrganisationId);
    const updatedAt = now().toISOString();
    const isOver = status === 'dead' || status === 'cancelled';
    await store.putWhile(own, interaction, {
      statuses: isOver ? ['pending', 'transcribing'] : ['transcribing'],
      set: isOver ? { status: 'failed', error, updatedAt } : { status: 'pending', updatedAt },
    });
  };

/** A failure that a retry may resolve. */
class TranscriptionTrouble extends Error {
  constructor(detail: string) {
    super(detail);
    this.name = 'TranscriptionTrouble';
  }
}
