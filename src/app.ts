import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { listSpeakers, MediaServer, openMediaServer } from '../media/index.ts';
import type { MediaPorts } from '../media/ports.ts';
import type { Config } from './config/config.ts';
import { forOrganisation, holdOwnerLock, isDiskTrouble, localOrganisation, openDatabase } from './data/index.ts';
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
  registerCallRoutes,
} from './features/calls/index.ts';
import { createFlowStore, createFlows, type Flows, registerFlowRoutes } from './features/flows/index.ts';
import { registerHealthRoutes } from './features/health/index.ts';
import { registerSpeakerRoutes } from './features/speakers/index.ts';
import { createTelephony, registerTelephonyRoutes } from './features/telephony/index.ts';
import { registerConsole } from './http/console.ts';
import { checkPort, listenFault } from './http/free-port.ts';
import { addressedOf, createAddresses } from './http/media-address.ts';
import { openPassthrough } from './http/media-passthrough.ts';
import { createServer } from './http/server.ts';
import { createLog, type Log } from './log.ts';

/** What the control plane takes from the media plane. */
export interface MediaPlane {
  readonly openMediaServer: typeof openMediaServer;
  readonly listSpeakers: typeof listSpeakers;
}

export interface AppOverrides {
  readonly mediaPlane?: MediaPlane;
  readonly log?: Log;
  readonly now?: () => Date;
  /** Monotonic milliseconds. */
  readonly nowMs?: () => number;
  readonly holdOwnerLock?: typeof holdOwnerLock;
}

export interface App {
  /** `http://host:port` of the control plane. */
  readonly address: string;
  readonly http: FastifyInstance;
  readonly media: MediaServer;
  /** Takes no new calls, lets the live ones finish for `drainMs`, then closes everything. Idempotent. */
  close(options?: { readonly drainMs: number }): Promise<void>;
}

/** A stream must be opened within this time of its address being given. */
const tokenTtlMs = 60_000;
const maxWaitingStreams = 1000;
const maxPassedStreams = 1000;
const maxWaitingEvents = 20_000;
const reconcileEveryMs = 5000;

/** Opens everything in order; what was opened is closed again when a later part does not open. */
export async function openApp(config: Config, overrides: AppOverrides = {}): Promise<App> {
  const undo: (() => unknown)[] = [];
  try {
    return await open(config, overrides, undo);
  } catch (error) {
    for (const step of undo.reverse()) await Promise.resolve(step()).catch(() => {});
    throw error;
  }
}

async function open(config: Config, overrides: AppOverrides, undo: (() => unknown)[]): Promise<App> {
  const log = overrides.log ?? createLog({ level: config.logLevel });
  for (const warning of config.warnings) log.warn(warning);

  await checkPort('PORT', config.http.host, config.http.port);
  await checkPort('MEDIA_PORT', config.media.host, config.media.port);
  const plane = openDataPlane(config, overrides, log);
  undo.push(plane.close);
  await plane.prepare();

  // Imported late, so that a wrong environment or database is told before any model library is touched.
  const mediaPlane = overrides.mediaPlane ?? (await import('../media/index.ts'));
  const media = await mediaPlane.openMediaServer({ ...config.media, log: mediaLog(log) }, plane.ports);
  undo.push(() => media.close({ drainMs: 0 }));
  plane.attach(media);
  await warnOfVoices(plane.flows, mediaPlane.listSpeakers(), log);

  const http = await openHttp({ config, plane, media, mediaPlane, log });
  undo.push(http.close);
  const address = await http.listen();
  log.info({ port: media.port, driver: media.driver }, 'media streams are taken');

  let closing: Promise<void> | undefined;
  return {
    address,
    http: http.app,
    media,
    close(options = { drainMs: 0 }) {
      closing ??= closeAll(options.drainMs);
      return closing;
    },
  };

  async function closeAll(drainMs: number): Promise<void> {
    plane.calls.drain();
    // The HTTP listener stays: live calls may pass through it, and callbacks still come.
    await media.close({ drainMs });
    await http.close();
    await plane.close();
    log.info('closed');
  }
}

const maxFlowsChecked = 1000;

/** A flow whose voice nobody has is spoken by another, which better shows at the start than in a call. */
async function warnOfVoices(
  flows: Pick<Flows, 'list'>,
  speakers: ReturnType<MediaPlane['listSpeakers']>,
  log: Log,
): Promise<void> {
  const names = speakers.map(({ name }) => name);
  const stored = await flows.list({ limit: maxFlowsChecked, offset: 0 });
  for (const { name, speaker } of stored.flows)
    if (!names.includes(speaker))
      log.warn({ flow: name, speaker, speakers: names }, 'a flow asks for a voice that there is not');
}

/** The media plane says what happened in a sentence; what went wrong bears an error. */
const mediaLog =
  (log: Log): Parameters<MediaPlane['openMediaServer']>[0]['log'] =>
  (message, detail) => {
    if ('error' in detail) log.warn(detail, message);
    else log.info(detail, message);
  };

/** The database, the stores and services on it, and the ports that they give to the media plane. */
function openDataPlane(config: Config, overrides: AppOverrides, log: Log) {
  const now = overrides.now ?? (() => new Date());
  const nowMs = overrides.nowMs ?? (() => performance.now());
  const database = openDatabase(config.data);
  if (database.migrated.length > 0) log.info({ migrations: database.migrated }, 'the database is migrated');
  const tenant = forOrganisation(database, localOrganisation);
  const recordingsDir = join(config.data.dataDir, 'recordings');
  mkdirSync(recordingsDir, { recursive: true, mode: 0o700 });

  const flows = createFlows(createFlowStore(tenant), now);
  const owner = (overrides.holdOwnerLock ?? holdOwnerLock)(config.data.dataDir);
  const leases = createLeases({ now, nowMs });
  const store = createCallStore(tenant, { owner: owner.id, leaseUntil: leases.until });
  const tokens = createMediaTokens({ ttlMs: tokenTtlMs, capacity: maxWaitingStreams, nowMs });
  const callLog = createCallLog({ write: store.append, isDiskTrouble, log, now, capacity: maxWaitingEvents });
  const recordings = createRecordingFiles({
    dir: recordingsDir,
    onTrouble(callUuid, code, detail) {
      log.error({ callUuid, code, detail }, 'recording');
      callLog.note(callUuid, { type: 'alarm', atMs: 0, code, detail });
    },
  });
  const mp3Files = createMp3Files({ dir: recordingsDir });
  let media: MediaServer | undefined;
  const endStream: MediaServer['endCall'] = (callUuid, reason) => media?.endCall(callUuid, reason) ?? false;
  const isElsewhere = ({ leaseOwner }: { readonly leaseOwner: string | null }): boolean =>
    leaseOwner !== null && leaseOwner !== owner.id && owner.isAlive(leaseOwner);
  const reserve = (callUuid: string): boolean => media?.reserve(callUuid) === undefined;
  const calls = createCalls({
    store,
    tokens,
    log: callLog,
    leases,
    recordings,
    isElsewhere,
    now,
    endStream,
    reserve,
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
    flows,
    calls,
    callLog,
    recordings,
    mp3Files,
    recordingsDir,
    ports,
    attach(opened: MediaServer) {
      media = opened;
    },
    async prepare() {
      const interrupted = await reconciler.round();
      if (interrupted > 0) log.warn({ calls: interrupted }, 'calls that the last stop cut off are closed');
      const taken = await flows.takeIn(config.data.examplesDir);
      for (const flow of taken.stored) log.info({ flow }, 'an agent of the examples folder is stored');
      for (const warning of taken.warnings) log.warn(warning);
    },
    async close() {
      clearInterval(sweeping);
      clearInterval(reconciling);
      mp3Files.close();
      await recordings.close();
      await callLog.close();
      await database.close();
      owner.close();
    },
  };
}

interface HttpParts {
  readonly config: Config;
  readonly plane: ReturnType<typeof openDataPlane>;
  readonly media: MediaServer;
  readonly mediaPlane: MediaPlane;
  readonly log: Log;
}

async function openHttp({ config, plane, media, mediaPlane, log }: HttpParts) {
  const { host, port: httpPort, consoleDir } = config.http;
  const app = await createServer({ log, version: config.version, isDiskTrouble });
  const addresses = createAddresses({ ...config.http, httpPort, mediaPort: () => media.port });
  const { flows, calls, recordings, mp3Files, recordingsDir, callLog } = plane;
  const telephony = createTelephony(flows, calls);

  registerHealthRoutes(app, {
    version: config.version,
    modelsDir: config.media.modelsDir,
    mediaStatus: () => media.status(),
    callLog,
    isDraining: () => plane.calls.draining,
  });
  registerFlowRoutes(app, flows);
  registerSpeakerRoutes(app, mediaPlane.listSpeakers);
  registerCallRoutes(app, { calls, flows, recordings, mp3Files, recordingsDir, addresses, httpPort });
  registerTelephonyRoutes(app, { telephony, addresses, httpPort, ...config.telephony });
  registerConsole(app, {
    dir: consoleDir,
    mediaOrigin: (request) => addresses.media(addressedOf(request, httpPort)),
  });
  const passthrough = openPassthrough(app.server, {
    target: () => ({ host: connectable(config.media.host), port: media.port }),
    maxStreams: maxPassedStreams,
    connectTimeoutMs: 5000,
    log,
  });

  return {
    app,
    listen: () =>
      app.listen({ host, port: httpPort }).catch((cause: unknown) => {
        throw listenFault(cause, 'PORT', host, httpPort);
      }),
    async close() {
      passthrough.close();
      await app.close();
    },
  };
}

/** An address to listen on everywhere is reached at home. */
const connectable = (host: string): string => (host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host);
