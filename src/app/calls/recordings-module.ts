import { createStereoReader } from '../../audio/index.ts';
import type { Config } from '../../config/config.ts';
import {
  type CallRecordingsOptions,
  createCallRecordings,
  createEndedNews,
  sweepParts,
} from '../../features/calls/call-recordings/index.ts';
import type { Announce, CallEnded, CallOver } from '../../features/calls/calls/index.ts';
import { createAcceptedBy } from '../../features/calls/transfers/index.ts';
import { createHttpClient } from '../../http-client/index.ts';
import type { Log } from '../../log.ts';
import type { Interactions } from '../analysis/interactions-module.ts';
import type { Storage } from '../platform/storage-module.ts';
import type { CallRecords } from '../records/call-records-module.ts';

export interface RecordingsModuleOptions
  extends Pick<CallRecordingsOptions, 'accountOf' | 'hasRoom' | 'isOptedOut' | 'jobs' | 'now' | 'transcriber'> {
  readonly config: Pick<Config, 'telephony' | 'webhooks'>;
  readonly storage: Storage;
  readonly records: CallRecords;
  readonly callEnded: CallEnded;
  readonly transcripts: Interactions['transcripts'];
  readonly announce: Announce;
  readonly log: Log;
}

const maxSeconds = 4 * 3600;

/** Opens recordings made by providers, and `call.ended` events that wait for their transcript. */
export function openRecordingsModule(options: RecordingsModuleOptions) {
  const { config, storage, records, callEnded, announce, jobs, isOptedOut, log, now } = options;
  const { store, handOver } = records;
  const recordings = { ...records.storedRecordings, isOpen: records.recordings.isOpen };
  const { recordingsDir: dir, database } = storage;
  const { callEndedWaitMs: waitMs } = config.webhooks;
  // The operator configured these hosts, so they may resolve to any address.
  const allowedHosts = Object.values(config.telephony.settings).flatMap(({ baseUrl }) =>
    baseUrl === undefined ? [] : [new URL(baseUrl).hostname],
  );
  const callRecordings = createCallRecordings({
    jobs,
    store,
    recordings,
    handOver,
    isOptedOut,
    log,
    now,
    dir,
    transcriber: options.transcriber,
    accountOf: options.accountOf,
    hasRoom: options.hasRoom,
    tx: (work) => database.system.tx(work),
    teammateOf: createAcceptedBy(database),
    download: createHttpClient({ allowedHosts }).download,
    readStereo: createStereoReader({
      module: async () => (await import('../../../media/index.ts')).transcriptModules.decode,
      maxSeconds,
    }),
  });
  const endedNews = createEndedNews({
    jobs,
    store,
    announce,
    waitMs,
    now,
    isOptedOut,
    storedTranscript: options.transcripts.get,
  });
  callEnded.subscribe(async (queries, organisation, over) => {
    const isComplete = ({ news }: CallOver): boolean => news.awaits === undefined || waitMs === 0;
    await announce(
      queries,
      organisation,
      over.filter(isComplete).map(({ news }) => news),
    );
    for (const call of over) {
      if (!isComplete(call)) await endedNews.put(queries, organisation, call.uuid);
      if (call.agentUserUuid !== null && call.startedAt !== null)
        await callRecordings.expect(queries.system, organisation, call.uuid);
    }
  });
  return {
    callRecordings,
    /** Runs after calls that a crash left open have been closed, when their recordings are complete. */
    start() {
      handOver.start();
      sweepParts(dir, now()).catch((error: unknown) => {
        log.warn({ err: error }, 'failed to remove leftover recordings');
      });
    },
  };
}
