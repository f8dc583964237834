import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { MediaServer } from '../../media/index.ts';
import type { CallEvent, MediaPorts } from '../../media/ports.ts';
import type { Config } from '../config/config.ts';
import { localOrganisation, openDatabase } from '../data/index.ts';
import { createAgentStore } from '../features/agents/index.ts';
import {
  createCallLog,
  createCallPlans,
  createCallStore,
  createCalls,
  createLeases,
  createMediaTokens,
  createMp3Files,
  createReconciler,
  createRecordingFiles,
  createRecordingTokens,
} from '../features/calls/index.ts';
import { createFlowStore, createFlows } from '../features/flows/index.ts';
import { createJobs } from '../jobs/index.ts';
import type { Log } from '../log.ts';
import { openFilesPlane } from './files-plane.ts';
import type { AppOverrides } from './overrides.ts';
import { openPeoplePlane } from './people-plane.ts';
import { sessionSecretOf } from './session-secret.ts';
import { openWebhooksPlane } from './webhooks-plane.ts';

/** A stream must be opened within this time of its address being given. */
const tokenTtlMs = 60_000;
const maxWaitingStreams = 1000;
const maxWaitingEvents = 20_000;
const reconcileEveryMs = 5000;
/** What is not over by then goes on after the next start, or elsewhere. */
const jobsGraceMs = 5000;
/** More than there are deliveries at once, so that other kinds have places while receivers are slow. */
const jobsAtOnce = 48;

export type DataPlane = Awaited<ReturnType<typeof openDataPlane>>;

/** The database, the stores and services on it, and the ports that they give to the media plane. */
export async function openDataPlane(
  config: Config,
  overrides: AppOverrides,
  log: Log,
  saw: (callUuid: string, event: CallEvent) => void,
) {
  const now = overrides.now ?? (() => new Date());
  const nowMs = overrides.nowMs ?? (() => performance.now());
  const at = overrides.at ?? (() => {});
  const database = await openDatabase({ ...config.data, log, at });
  if (database.migrated.length > 0) log.info({ migrations: database.migrated }, 'the database is migrated');
  const recordingsDir = join(config.data.dataDir, 'recordings');
  mkdirSync(recordingsDir, { recursive: true, mode: 0o700 });

  const flows = createFlows(createFlowStore(database), createAgentStore(database), now);
  const owner = await (overrides.holdOwnerLock ?? ((it) => it.ownerLock()))(database);
  const sessionSecret = sessionSecretOf(config);
  const { disk, pdfChild } = overrides;
  const own = { sessionSecret, database, owner, log, now, nowMs };
  const kept = openFilesPlane({ config: config.data, disk, pdfChild, ...own });
  const jobs = createJobs(database, { log, owner, now, nowMs, concurrency: jobsAtOnce });
  const webhooks = openWebhooksPlane({ config, database, jobs, log, now, nowMs });
  const people = openPeoplePlane({ database, jobs, ...kept, log, now });
  const leases = createLeases({ now, nowMs });
  const store = createCallStore(database, {
    owner: owner.id,
    leaseUntil: leases.until,
    announce: webhooks.announce,
  });
  const tokens = createMediaTokens({ ttlMs: tokenTtlMs, capacity: maxWaitingStreams, nowMs });
  const callLog = createCallLog({
    write: store.append,
    isDiskTrouble: kept.isDiskTrouble,
    log,
    now,
    capacity: maxWaitingEvents,
  });
  const recordings = createRecordingFiles({
    dir: recordingsDir,
    at,
    onTrouble(callUuid, code, detail) {
      log.error({ callUuid, code, detail }, 'recording');
      callLog.note(callUuid, { type: 'alarm', atMs: 0, code, detail });
    },
  });
  const mp3Files = createMp3Files({ dir: recordingsDir });
  let media: MediaServer | undefined;
  const endStream: MediaServer['endCall'] = (callUuid, reason) => media?.endCall(callUuid, reason) ?? false;
  const isElsewhere = async ({ leaseOwner }: { readonly leaseOwner: string | null }): Promise<boolean> =>
    leaseOwner !== null && leaseOwner !== owner.id && (await owner.isAlive(leaseOwner));
  const reserve = (callUuid: string): boolean => media?.reserve(callUuid) === undefined;
  const recordingTokens = createRecordingTokens(sessionSecret, now);
  const calls = createCalls({
    recordingTokens,
    store,
    tokens,
    log: callLog,
    leases,
    recordings,
    isElsewhere,
    now,
    endStream,
    reserve,
    canWrite: () => kept.disk.state !== 'full',
  });
  const reconciler = createReconciler({
    store,
    leases,
    owner: owner.id,
    isAlive: owner.isAlive,
    flush: callLog.flush,
    now,
    nowMs,
    recordedMs: recordings.lengthMs,
    onNeverOpened: calls.neverOpened,
    onEndAsked: (call) => calls.endAsked(call.uuid, call.endReason),
    onLost(callUuid) {
      log.warn({ callUuid }, 'another process took this call for abandoned; it is ended');
      leases.drop(callUuid);
      endStream(callUuid, 'fault');
    },
  });
  const { telephonyBRateHz } = config.telephony;
  const ports: MediaPorts = {
    plans: createCallPlans({ tokens, store, owner: owner.id, flows, telephonyBRateHz }),
    log: {
      append(callUuid, event) {
        leases.saw(callUuid, event);
        saw(callUuid, event);
        callLog.append(callUuid, event);
      },
    },
    recordings,
    tools: { run: async (_callUuid, name) => ({ ok: false, result: `No endpoint is connected for ${name}.` }) },
    transfers: { transfer: async () => 'failed' },
  };
  const sweeping = setInterval(() => calls.sweep(), 1000);
  const reconciling = setInterval(() => {
    reconciler.round().then(
      (closed) => {
        if (closed > 0) log.warn({ calls: closed }, 'calls that nobody carried any more are closed');
      },
      (error: unknown) => log.error({ err: error }, 'abandoned calls could not be looked for'),
    );
  }, reconcileEveryMs);

  return {
    disk: kept.disk,
    documents: kept.documents,
    people,
    ocr: kept.ocr,
    stopReading: kept.stopReading,
    isDiskTrouble: kept.isDiskTrouble,
    jobs,
    webhooks: webhooks.webhooks,
    flows,
    calls,
    database,
    callLog,
    recordings,
    mp3Files,
    recordingsDir,
    recordingTokens,
    ports,
    attach(opened: MediaServer) {
      media = opened;
    },
    async prepare() {
      const interrupted = await reconciler.round();
      if (interrupted > 0) log.warn({ calls: interrupted }, 'calls that the last stop cut off are closed');
      const taken = await flows.takeIn(localOrganisation, config.data.examplesDir);
      for (const flow of taken.stored) log.info({ flow }, 'an agent of the examples folder is stored');
      for (const warning of taken.warnings) log.warn(warning);
      jobs.start();
    },
    async close() {
      clearInterval(sweeping);
      clearInterval(reconciling);
      await jobs.close({ graceMs: jobsGraceMs });
      mp3Files.close();
      await kept.close();
      await recordings.close();
      await callLog.close();
      await database.close();
      await owner.close();
    },
  };
}
