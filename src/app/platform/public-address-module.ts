import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../data/index.ts';
import {
  createPublicAddressStore,
  openPublicAddress,
  registerPublicAddressRoutes,
} from '../../features/operations/public-address/index.ts';
import type { Log } from '../../log.ts';
import type { Every } from './rounds.ts';

export interface PublicAddressModuleOptions {
  readonly config: Pick<Config, 'http'>;
  readonly database: Database;
  readonly sessionSecret: string;
  readonly every: Every;
  readonly log: Log;
  readonly now: () => Date;
}

/** How long another server may use the previous address. */
const refreshEveryMs = 5000;

/** Opens the address under which this server is reached from elsewhere. */
export async function openPublicAddressModule(options: PublicAddressModuleOptions) {
  const { config, database, sessionSecret: secret, every, log, now } = options;
  const store = createPublicAddressStore(database);
  const address = await openPublicAddress({ store, fixed: config.http.publicBaseUrl, secret, now });
  const refreshing = every(refreshEveryMs, address.refresh, log, 'failed to read the public address');
  return {
    publicBaseUrl: address.current,
    routes: (app: FastifyInstance) => registerPublicAddressRoutes(app, address),
    start() {
      if (database.dialect === 'postgres') refreshing.start();
    },
    close: refreshing.stop,
  };
}
