import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { NamedPerson } from '../../../../media/ports.ts';
import type { ReadStereo, Sentence, Transcriber } from '../../../audio/index.ts';
import { isDiskFull, type OrganisationId, type Queries } from '../../../data/index.ts';
import type { HttpClient } from '../../../http-client/index.ts';
import type { Job, Jobs } from '../../../jobs/index.ts';
import type { Log } from '../../../log.ts';
import {
  type HandOver,
  joinRecording,
  type RecordingFiles,
  type StoredRecordings,
  type WavFile,
} from '../../../recordings/index.ts';
import type { ProviderRecording } from '../../../telephony/index.ts';
import { type CallRow, type CallStore, isRecordedByProvider } from '../calls/index.ts';
import type { Account } from '../dialing/index.ts';
import { RecordingFault } from './fault.ts';
import { linesOf, speakersOf, spokenByOf } from './lines.ts';

/** Recordings made by a provider, of calls whose audio does not pass through us. */
export interface CallRecordings {
  /** Runs in the transaction that ends such a call, and requests the recording from the provider a little later. */
  expect(queries: Queries, organisation: OrganisationId, callUuid: string): Promise<void>;
  /**
   * Handles a provider's report of a recording. The callback is not trusted: the recording is requested from the
   * provider.
   */
  reported(callUuid: string): Promise<void>;
}

export interface CallRecordingsOptions {
  readonly jobs: Pick<Jobs, 'enqueue' | 'handle'>;
  /** Runs `work` in a transaction. */
  readonly tx: (work: (queries: Queries) => Promise<unknown>) => Promise<unknown>;
  readonly store: Pick<CallStore, 'find' | 'events' | 'keepRecording' | 'alarm'>;
  readonly accountOf: (organisation: OrganisationId, provider: string) => Promise<Account>;
  readonly download: HttpClient['download'];
  readonly readStereo: ReadStereo;
  readonly transcriber: Transcriber;
  readonly recordings: Pick<RecordingFiles, 'isOpen'> & Pick<StoredRecordings, 'copyTo' | 'exclusively'>;
  readonly handOver: Pick<HandOver, 'finished'>;
  /** Folder where recordings wait for the file store. */
  readonly dir: string;
  readonly hasRoom: (bytes: number) => boolean;
  /** Returns whether the other party of the call has opted out of recording. */
  readonly isOptedOut: (call: CallRow) => Promise<boolean>;
  /** Returns the teammate who took a transferred call. */
  readonly teammateOf: (organisation: OrganisationId, callUuid: string) => Promise<NamedPerson | undefined>;
  readonly log: Log;
  readonly now: () => Date;
}

const kind = 'calls.recording';
/** Providers need a while after a call to make the recording available. */
const firstAskedAfterMs = 20_000;
/** About twenty minutes of attempts, with the back-off of the queue. */
const maxAttempts = 10;
/** Afterwards, while the disk is full: every half hour for a week. */
const roomEveryMs = 1_800_000;
const mostWaits = 336;
export const recordingLimitMs = 6 * 3_600_000;
/** Four hours of telephone audio in two channels. */
const maxBytes = 512 * 2 ** 20;
const downloadMs = 1_800_000;
/** Sample rate of telephone audio. */
const rateHz = 8000;

const payload = z.object({ call: z.string(), waits: z.int().nonnegative().default(0) });

export function createCallRecordings(options: CallRecordingsOptions): CallRecordings {
  const { jobs, store, recordings, log, now } = options;

  const enqueue = (queries: Queries, organisationId: OrganisationId, callUuid: string, runAt?: Date) =>
    jobs.enqueue(queries, {
      kind,
      organisationId,
      payload: { call: callUuid },
      maxAttempts,
      // A recording found by both jobs is stored once. Repeated callbacks cause one request.
      ...(runAt === undefined ? { uniqueKey: `${callUuid} told`, keyStays: true } : { uniqueKey: callUuid, runAt }),
    });

  async function run(job: Job): Promise<void> {
    const call = await store.find(payload.parse(job.payload).call);
    if (call === undefined || !isRecordedByProvider(call)) return;
    if (await options.isOptedOut(call)) return;
    const { signal } = job;
    const { waits } = payload.parse(job.payload);
    const isLast = job.attempt >= maxAttempts;
    try {
      await fetchAll(call, call.dialect, { signal, isLast });
    } catch (error) {
      if (signal.aborted || !(error instanceof RecordingFault)) throw error;
      const waitsForRoom = error.code === 'recording_no_room' && waits < mostWaits;
      if (waitsForRoom && (isLast || waits > 0)) return putOff(job, call, error);
      if (!isLast && error.code !== 'recording_unread') throw error;
      await giveUp(call, error);
    }
  }

  const alarm = (call: CallRow, { code, detail }: { readonly code: string; readonly detail: string }) =>
    store.alarm(call, { type: 'alarm', atMs: call.durationMs ?? 0, code, detail });

  async function isAlarmed({ organisationId, uuid }: CallRow, code: string): Promise<boolean> {
    const events = await store.events(organisationId, uuid);
    return events.some(({ event }) => event.type === 'alarm' && event.code === code);
  }

  async function giveUp(call: CallRow, { code, message: detail }: RecordingFault): Promise<void> {
    log.warn({ callUuid: call.uuid, code }, 'gave up fetching a recording');
    await alarm(call, { code, detail });
  }

  /**
   * Retries once there is disk space; the provider keeps the recording. The first postponement adds an alarm to the
   * call.
   */
  async function putOff(job: Job, call: CallRow, { code, message: detail }: RecordingFault): Promise<void> {
    const { waits } = payload.parse(job.payload);
    log.warn({ callUuid: call.uuid, code, waits }, 'recording postponed until there is disk space');
    // Two jobs may find the disk full, and one may die before it completes.
    if (waits === 0 && !(await isAlarmed(call, code))) await alarm(call, { code, detail });
    const runAt = new Date(now().getTime() + roomEveryMs);
    await job.complete(async (queries) => {
      const again = { call: call.uuid, waits: waits + 1 };
      const { organisationId } = call;
      await jobs.enqueue(queries, { kind, organisationId, payload: again, maxAttempts, uniqueKey: call.uuid, runAt });
    });
  }

  async function fetchAll(call: CallRow, dialect: string, attempt: Attempt): Promise<void> {
    if (options.recordings.isOpen(call.uuid)) throw new RecordingFault('recording_open');
    if (call.providerCallId === null) throw new RecordingFault('recording_not_ready');
    const account = await options.accountOf(call.organisationId, dialect);
    if (account.kind !== 'ready') throw new RecordingFault('recording_provider', account.detail);
    const recorded = await account.provider.recordings(call.providerCallId);
    if (recorded.kind === 'unknown') throw new RecordingFault('recording_provider', recorded.detail);
    if (recorded.recordings.length === 0) throw new RecordingFault('recording_not_ready');
    const events = await store.events(call.organisationId, call.uuid);
    const recordingIds = new Set(events.flatMap(({ event }) => (event.type === 'recording' ? [event.id] : [])));
    const ownMs = Math.max(
      0,
      ...events.flatMap(({ event }) => (event.type === 'ended' || event.type === 'closed' ? [event.atMs] : [])),
    );
    for (const recording of recorded.recordings)
      if (!recordingIds.has(recording.id)) await fetchOne({ call, recording, ownMs }, attempt);
  }

  async function fetchOne({ call, recording, ownMs }: Fetching, { signal, isLast }: Attempt): Promise<void> {
    // Space for the download and for the copy that it is merged into.
    if (!options.hasRoom(2 * maxBytes)) throw new RecordingFault('recording_no_room');
    const { url, headers } = recording;
    const path = join(options.dir, `${call.uuid}.fetched.part`);
    try {
      const downloaded = await options.download({ url, headers, path, maxBytes, deadlineMs: downloadMs, signal });
      signal.throwIfAborted();
      if (downloaded.kind === 'no_room') throw new RecordingFault('recording_no_room');
      if (downloaded.kind === 'failed') throw new RecordingFault('recording_download', downloaded.detail);
      const atMs = placeOf(call, recording, ownMs);
      const { seconds, channels } = await joinTo(call, { path, atMs, signal });
      const sentences = await sentencesIn(path, channels, signal).catch((error: unknown) => {
        if (!isLast || !(error instanceof RecordingFault)) throw error;
        return giveUp(call, error).then((): Sentence[][] => []);
      });
      const spokenBy = spokenByOf(call, await options.teammateOf(call.organisationId, call.uuid));
      const lines = speakersOf(call, channels).flatMap((speaker, channel) =>
        linesOf(sentences[channel] ?? [], { speaker, atMs, turn: call.turns + 1, spokenBy }),
      );
      const note = { type: 'recording', atMs, id: recording.id, seconds, channels } as const;
      if ((await store.keepRecording(call, note, lines)) && channels < 2) await alarm(call, oneChannel);
    } catch (error) {
      throw isDiskFull(error) ? new RecordingFault('recording_no_room') : error;
    } finally {
      await rm(path, { force: true });
    }
  }

  /** Merges a recording with the customer on the left and our side on the right, as in our own recordings. */
  async function joinTo(call: CallRow, { path, atMs, signal }: { path: string; atMs: number; signal: AbortSignal }) {
    const isSwapped = call.agentUserUuid !== null;
    const { organisationId, uuid: callUuid } = call;
    const copyTo = (to: string): Promise<boolean> => recordings.copyTo(organisationId, callUuid, to);
    const fill = async (file: WavFile) => {
      let atFrame = Math.round((atMs * file.rateHz) / 1000);
      const outcome = await options.readStereo(path, {
        rateHz: file.rateHz as 8000 | 16_000 | 24_000,
        signal,
        async take(stereo) {
          await file.put(atFrame, isSwapped ? swapped(stereo) : stereo);
          atFrame += stereo.length / 2;
        },
      });
      signal.throwIfAborted();
      if (outcome.kind === 'fault') throw new RecordingFault('recording_unread', outcome.detail);
      return outcome;
    };
    const joining = { dir: options.dir, callUuid, copyTo, rateHz };
    const read = await recordings.exclusively(callUuid, () => joinRecording(joining, fill));
    options.handOver.finished(callUuid);
    return read;
  }

  /** Returns the sentences of each channel, recognised in one process; with a single channel in the first list only. */
  async function sentencesIn(path: string, channels: number, signal: AbortSignal): Promise<Sentence[][]> {
    const sentences: [Sentence[], Sentence[]] = [[], []];
    const outcome = await options.transcriber.transcribe(path, {
      fromMs: 0,
      signal,
      onPart: async (part) => void sentences[part.channel ?? 0].push(...part.sentences),
      ...(channels < 2 ? {} : { channel: 'both' }),
    });
    signal.throwIfAborted();
    if (outcome.kind === 'fault') throw new RecordingFault('recording_untranscribed', outcome.detail);
    return sentences;
  }

  jobs.handle(kind, run, { concurrency: 1, everywhere: 1, timeLimitMs: recordingLimitMs });
  return {
    async expect(queries, organisation, callUuid) {
      await enqueue(queries, organisation, callUuid, new Date(now().getTime() + firstAskedAfterMs));
    },
    async reported(callUuid) {
      const call = await store.find(callUuid);
      if (call === undefined || !isRecordedByProvider(call)) return;
      await options.tx((queries) => enqueue(queries, call.organisationId, callUuid));
    },
  };
}

const oneChannel = {
  code: 'recording_one_channel',
  detail:
    'The provider recorded both sides in one channel. Speakers cannot be separated, so all words are attributed to the customer.',
} as const;

interface Fetching {
  readonly call: CallRow;
  readonly recording: ProviderRecording;
  /** End of our own recording, on the call's sample clock. */
  readonly ownMs: number;
}

interface Attempt {
  readonly signal: AbortSignal;
  readonly isLast: boolean;
}

/** Returns where a recording starts on the call's sample clock. A teammate's own call is recorded from its start. */
function placeOf({ agentUserUuid, startedAt }: CallRow, { startedMs }: ProviderRecording, ownMs: number): number {
  if (agentUserUuid !== null) return 0;
  const sinceStart = startedMs === undefined || startedAt === null ? 0 : startedMs - Date.parse(startedAt);
  // Clocks differ: the recording starts after what exists, by at most two minutes.
  return Math.round(Math.min(Math.max(ownMs, sinceStart), ownMs + 120_000));
}

function swapped(stereo: Int16Array): Int16Array {
  const other = new Int16Array(stereo.length);
  for (let i = 0; i + 1 < stereo.length; i += 2) {
    other[i] = stereo[i + 1]!;
    other[i + 1] = stereo[i]!;
  }
  return other;
}
