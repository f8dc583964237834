import type { FastifyInstance } from 'fastify';
import type { Database } from '../../data/index.ts';
import type { CallRecordings } from '../../features/calls/call-recordings/index.ts';
import { type Announce, newState, uncarriedClose } from '../../features/calls/calls/index.ts';
import {
  createClickToCall,
  createClickToCallStore,
  registerClickToCallRoutes,
} from '../../features/calls/click-to-call/index.ts';
import type { Log } from '../../log.ts';
import type { Providers } from '../../telephony/index.ts';
import type { openPeopleModule } from '../people/people-module.ts';
import type { TrunksModule } from '../platform/trunks-module.ts';
import type { CallRecords } from '../records/call-records-module.ts';
import type { Dialing } from './dialing-module.ts';

export interface ClickToCallModuleOptions {
  readonly publicBaseUrl: () => string | undefined;
  readonly providers: Providers;
  readonly database: Database;
  readonly records: Pick<CallRecords, 'store'>;
  readonly people: Pick<ReturnType<typeof openPeopleModule>, 'contacts'>;
  readonly dialing: Pick<Dialing, 'firstAccountOf'>;
  readonly callRecordings: CallRecordings;
  readonly announce: Announce;
  readonly trunks: Pick<TrunksModule, 'ownPeopleCalls'>;
  readonly log: Log;
  readonly now: () => Date;
}

/** Opens calls that users make themselves. */
export function openClickToCallModule(options: ClickToCallModuleOptions) {
  const { publicBaseUrl, providers, database, records, people, dialing, callRecordings, announce, trunks, log, now } =
    options;
  const { store } = records;
  const clickToCall = createClickToCall({
    store: createClickToCallStore(database, { newState, announce }),
    providers,
    now,
    publicBaseUrl,
    sees: async (viewer, uuid) => (await people.contacts.get(viewer, uuid)) !== undefined,
    accountOf: dialing.firstAccountOf,
    recorded: callRecordings.reported,
    ownPeopleCalls: trunks.ownPeopleCalls,
    onTrouble: (error) => log.error({ err: error }, 'failed to store an event of a call between people'),
    close: uncarriedClose({ calls: store, get: store.get, now }),
  });
  return { clickToCall, routes: (app: FastifyInstance) => registerClickToCallRoutes(app, clickToCall) };
}
