import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { NamedPerson } from '../../../../media/ports.ts';
import type { ReadStereo, Sentence, Transcriber } from '../../../audio/index.ts';
import { isDiskFull, type OrganisationId } from '../../../data/index.ts';
import type { HttpClient } from '../../../http-client/index.ts';
import {
  type HandOver,
  joinRecording,
  type RecordingFiles,
  type StoredRecordings,
  type WavFile,
} from '../../../recordings/index.ts';
import type { ProviderRecording } from '../../../telephony/index.ts';
import type { CallRow, CallStore } from '../calls/index.ts';
import type { Account } from '../dialing/index.ts';
import { RecordingFault } from './fault.ts';
import { linesOf, speakersOf, spokenByOf } from './lines.ts';

export interface RecordingFetchOptions {
  readonly store: Pick<CallStore, 'events' | 'keepRecording'>;
  readonly accountOf: (organisation: OrganisationId, provider: string) => Promise<Account>;
  readonly download: HttpClient['download'];
  readonly readStereo: ReadStereo;
  readonly transcriber: Transcriber;
  readonly recordings: Pick<RecordingFiles, 'isOpen'> & Pick<StoredRecordings, 'copyTo' | 'exclusively'>;
  readonly handOver: Pick<HandOver, 'finished'>;
  /** Folder where recordings wait for the file store. */
  readonly dir: string;
  readonly hasRoom: (bytes: number) => boolean;
  /** Returns the teammate who took a transferred call. */
  readonly teammateOf: (organisation: OrganisationId, callUuid: string) => Promise<NamedPerson | undefined>;
}

/** What an alarm of a call says. */
export interface Alarm {
  readonly code: string;
  readonly detail: string;
}

/** Four hours of telephone audio in two channels. */
const maxBytes = 512 * 2 ** 20;
const downloadMs = 1_800_000;
/** Sample rate of telephone audio. */
const rateHz = 8000;

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

/** Returns a function that fetches, joins and transcribes those recordings of a call that are not stored yet. */
export function createRecordingFetch(
  options: RecordingFetchOptions,
  {
    alarm,
    giveUp,
  }: {
    readonly alarm: (call: CallRow, alarm: Alarm) => Promise<void>;
    readonly giveUp: (call: CallRow, fault: RecordingFault) => Promise<void>;
  },
) {
  const { store, recordings } = options;

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

  return fetchAll;
}

const oneChannel = {
  code: 'recording_one_channel',
  detail:
    'The provider recorded both sides in one channel. Speakers cannot be separated, so all words are attributed to the customer.',
} as const;

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
