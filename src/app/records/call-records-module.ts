import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { CallEvent } from '../../../media/ports.ts';
import { createStereoReader } from '../../audio/index.ts';
import type { DatabaseClock } from '../../cluster/index.ts';
import type { FaultPoint } from '../../faults/fault-point.ts';
import { createAnalysisSettingStore } from '../../features/analysis/analysis-settings/index.ts';
import { createCountFolding } from '../../features/calls/call-stats/index.ts';
import {
  type Announce,
  type CallEnded,
  createCallLog,
  createCallStore,
  createEventRedaction,
  createInboundGate,
  createLeases,
  openSpools,
} from '../../features/calls/calls/index.ts';
import { BucketFault, type FileReferences, type FileStore } from '../../files/index.ts';
import type { Log } from '../../log.ts';
import {
  createDerivedFiles,
  createHandOver,
  createMp3Files,
  createRecordingFiles,
  createSilencedRecordings,
  createStoredRecordings,
} from '../../recordings/index.ts';
import { every } from '../platform/rounds.ts';
import type { Storage } from '../platform/storage-module.ts';
import { openStreamTickets, openStreamUuids } from './stream-tickets.ts';

export interface CallRecordsModuleOptions {
  readonly storage: Storage;
  readonly files: FileStore;
  readonly references: FileReferences;
  readonly announce: Announce;
  readonly callEnded: CallEnded;
  /** Called when calls have ended and their end is visible to readers. */
  readonly onEnded: () => void;
  readonly isDiskTrouble: (error: unknown) => boolean;
  readonly saw: (callUuid: string, event: CallEvent) => void;
  readonly log: Log;
  /** Returns the rated call capacity of all nodes. */
  readonly slots: () => number;
  readonly now: () => Date;
  readonly nowMs: () => number;
  /** Corrects the times of events, which have the clock of this machine. */
  readonly clock: Pick<DatabaseClock, 'correctionMs'>;
  readonly at: FaultPoint;
}

const maxWaitingEvents = 20_000;
/** After an outage, every server has written what waited in its spool. */
const steadyMs = 30_000;
/** Maximum length of an uploaded recording. */
const maxSeconds = 4 * 3600;
const sweepEveryMs = 3_600_000;

/** Opens what is stored about calls (rows, events, recordings and counts) and the tokens that open their streams. */
export async function openCallRecordsModule(options: CallRecordsModuleOptions) {
  const { storage, log, now, nowMs, at } = options;
  const { database, owner, recordingsDir: dir } = storage;
  const leases = createLeases({ now, nowMs });
  const analysisSettings = createAnalysisSettingStore(database);
  const store = createCallStore(database, {
    owner: owner.id,
    leaseUntil: leases.until,
    carries: (callUuid) => leases.stageOf(callUuid) === 'live',
    announce: options.announce,
    now,
    redact: createEventRedaction(async (queries) => (await analysisSettings.settingsIn(queries)).redaction),
    onOver: options.callEnded.publish,
    onSpoken: options.callEnded.publishSpoken,
    ended: options.onEnded,
  });
  const isSteady = () => database.answersForMs() >= steadyMs;
  const spools = database.dialect === 'sqlite' ? undefined : await openSpools({ ...options, ...storage });
  const callLog = createCallLog({
    write: store.append,
    ...(spools === undefined ? {} : { spool: spools.ownSpool }),
    isDiskTrouble: options.isDiskTrouble,
    log,
    now,
    capacity: maxWaitingEvents,
  });
  const recordings = createRecordingFiles({
    dir,
    at,
    onTrouble(callUuid, code, detail) {
      log.error({ callUuid, code, detail }, 'recording of a call has a problem');
      callLog.note(callUuid, { type: 'alarm', atMs: 0, code, detail });
    },
    onFinished: (callUuid) => handOver.finished(callUuid),
  });
  const storedRecordings = createStoredRecordings({
    dir,
    database,
    files: options.files,
    references: options.references,
  });
  const handOver = createHandOver({
    dir,
    recordings: storedRecordings,
    isOpen: (callUuid) => recordings.isOpen(callUuid) || callLog.isWaiting(callUuid),
    log,
    now,
    async callOf(callUuid) {
      const call = await store.find(callUuid);
      return call && { organisationId: call.organisationId, isOver: call.endedAt !== null };
    },
    isStoreTrouble: (error) => error instanceof BucketFault || options.isDiskTrouble(error),
  });
  const readStereo = createStereoReader({
    module: async () => (await import('../../../media/index.ts')).transcriptModules.decode,
    maxSeconds,
  });
  const silencedDir = join(dir, 'silenced');
  const silenced = createSilencedRecordings({ dir: silencedDir, readStereo });
  const mp3Files = createMp3Files({ dir });
  const derivedFiles = createDerivedFiles({
    folders: [
      { dir, ending: '.mp3' },
      { dir: silencedDir, ending: '.wav' },
    ],
    /** A source is a file of the store or a recording in the spool. */
    async existing(sources) {
      const stored = await options.references.heldAmong(sources);
      return new Set(sources.filter((each) => stored.has(each) || existsSync(join(dir, `${each}.wav`))));
    },
  });
  const sweeping = sweepCopies(derivedFiles, log);
  const gate = createInboundGate({ slots: options.slots, nowMs });
  const countFolding = createCountFolding(database, {
    onTrouble: (error) => log.error({ err: error }, 'failed to update call counters'),
  });
  return {
    store,
    leases,
    callLog,
    recordings,
    storedRecordings,
    readStereo,
    silenced,
    derivedFiles,
    handOver,
    mp3Files,
    gate,
    isSteady,
    tokens: openStreamTickets({ storage, leases, gate, log, now, nowMs, isSteady }),
    streamUuids: openStreamUuids(nowMs),
    /** Ports for sessions that are calls. */
    ports: {
      log: {
        append(callUuid: string, ownEvent: CallEvent) {
          const event =
            'wallMs' in ownEvent ? { ...ownEvent, wallMs: ownEvent.wallMs + options.clock.correctionMs() } : ownEvent;
          leases.saw(callUuid, event);
          options.saw(callUuid, event);
          callLog.note(callUuid, event);
        },
      },
      recordings,
    },
    async start() {
      await spools?.recover((records, owner) => store.append(records, true, owner));
      countFolding.start();
      sweeping.start({ atOnce: true });
    },
    async close() {
      await sweeping.stop();
      mp3Files.close();
      await recordings.close();
      await handOver.close();
      await callLog.close();
      await spools?.close();
      await countFolding.close();
    },
  };
}

/** Removes the copies of deleted recordings from time to time. */
const sweepCopies = (copies: Pick<ReturnType<typeof createDerivedFiles>, 'sweep'>, log: Log) =>
  every(
    sweepEveryMs,
    async () => {
      const removed = await copies.sweep();
      if (removed > 0) log.info({ removed }, 'removed copies of deleted recordings');
    },
    log,
    'failed to look for copies of deleted recordings',
  );

export type CallRecords = Awaited<ReturnType<typeof openCallRecordsModule>>;
