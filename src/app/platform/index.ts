import { createDatabaseClock } from '../../cluster/index.ts';
import type { Config } from '../../config/config.ts';
import { createCallEnded } from '../../features/calls/calls/index.ts';
import { createPlaces } from '../../features/calls/dialing/index.ts';
import { placeOfStore } from '../../files/index.ts';
import { createAddresses } from '../../http/media-address.ts';
import { createJobs } from '../../jobs/index.ts';
import type { Log } from '../../log.ts';
import { createProviders, registeredProviders } from '../../telephony/index.ts';
import { openClusterModule } from './cluster-module.ts';
import { openFilesModule } from './files-module.ts';
import { openLinesModule } from './lines-module.ts';
import { createMediaLink } from './media-link.ts';
import type { ModuleList } from './module.ts';
import type { Observation } from './observation.ts';
import type { AppOverrides } from './overrides.ts';
import { openPublicAddressModule } from './public-address-module.ts';
import { everyAtMost } from './rounds.ts';
import { openStorageModule } from './storage-module.ts';
import { openTrunksModule } from './trunks-module.ts';

export interface PlatformOptions {
  readonly config: Config;
  readonly overrides: AppOverrides;
  readonly log: Log;
  readonly observation: Observation;
}

/** What every wing uses: settings, clocks, database, files, jobs, cluster, providers and the link to the media plane. */
export type Platform = Awaited<ReturnType<typeof openPlatform>>;

/** More than the concurrent deliveries, so that other kinds have slots while receivers are slow. */
const jobsAtOnce = 48;

export async function openPlatform(list: ModuleList, { config, overrides, log, observation }: PlatformOptions) {
  const clock = createDatabaseClock();
  const ownNow = (): Date => new Date(Date.now() + clock.correctionMs());
  const { now = ownNow, nowMs = () => performance.now(), at = () => {} } = overrides;
  const { disk, holdOwnerLock, providers: rows = registeredProviders } = overrides;
  const clocks = { log, now, nowMs };
  const media = createMediaLink();
  const places = createPlaces();

  const storage = list.add(await openStorageModule({ config, holdOwnerLock, log, at }));
  const { database, owner, sessionSecret } = storage;
  const every = everyAtMost(overrides.rounds?.mostMs ?? Number.POSITIVE_INFINITY);
  const { publicBaseUrl } = list.add(
    await openPublicAddressModule({ config, database, sessionSecret, every, ...clocks }),
  );
  const cluster = list.add(openClusterModule({ config, storage, media, clock, log, nowMs }));
  const lines = list.add(openLinesModule({ config, storage, media, cluster, every, log }));
  const trunks = list.add(openTrunksModule({ config, database, owner, lines, bus: storage.bus, every, ...clocks }));
  cluster.onFreed(places.freed);
  const place = placeOfStore(config.data);
  const jobs = createJobs(database, { ...clocks, owner, place, concurrency: jobsAtOnce, ...overrides.jobs });
  const files = list.add(
    openFilesModule({ config: config.data, disk, sessionSecret, database, owner, place, ...clocks }),
  );
  return {
    config,
    overrides,
    observation,
    ...clocks,
    /** How far this machine's clock is from the database's. */
    clock,
    /** Names the steps at which a test lets the process crash. */
    at,
    every,
    media,
    callEnded: createCallEnded(),
    providers: createProviders({ rows: [...rows, trunks.provider], ...config.telephony }),
    places,
    addresses: createAddresses({
      ...config.http,
      publicBaseUrl,
      httpPort: config.http.port,
      mediaPort: () => media.port,
    }),
    /** URL under which this server is reached from elsewhere; undefined if none is set. It may change at any time. */
    publicBaseUrl,
    storage,
    database,
    sessionSecret,
    cluster,
    placement: cluster.placement,
    jobs,
    disk: files.disk,
    documents: files.documents,
    files: files.files,
    isDiskTrouble: files.isDiskTrouble,
    references: files.references,
    get stores() {
      return files.stores;
    },
    lines,
    trunks,
    uploadQuota: files.uploadQuota,
    /** A node of the role `media` carries calls and leaves routes, rounds of dialling and jobs to the others. */
    isControl: config.cluster.role !== 'media',
  };
}
