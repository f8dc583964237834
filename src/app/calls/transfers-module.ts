import type { FastifyInstance } from 'fastify';
import type { Database } from '../../data/index.ts';
import type { VisibleCalls } from '../../features/calls/calls/index.ts';
import type { QueueStore } from '../../features/calls/queues/index.ts';
import {
  createTransferStore,
  createTransfers,
  registerTransferRoutes,
  type TransfersOptions,
} from '../../features/calls/transfers/index.ts';
import type { Log } from '../../log.ts';
import type { Providers } from '../../telephony/index.ts';
import type { Every } from '../platform/rounds.ts';
import type { openDialingModule } from './dialing-module.ts';

export interface TransfersModuleOptions
  extends Pick<
    TransfersOptions,
    | 'announce'
    | 'callerGone'
    | 'end'
    | 'expectRecording'
    | 'flush'
    | 'mayRecord'
    | 'now'
    | 'organisationOf'
    | 'ownLegs'
    | 'publicBaseUrl'
    | 'streamUrlFor'
  > {
  readonly briefing: Omit<TransfersOptions['briefing'], 'onTrouble'>;
  readonly providers: Providers;
  readonly database: Database;
  readonly queues: Pick<QueueStore, 'freeIn'>;
  readonly accountOf: ReturnType<typeof openDialingModule>['accountOf'];
  /** Returns whether a user may see a call. */
  readonly sees: VisibleCalls['sees'];
  readonly log: Log;
  readonly every: Every;
}

const roundEveryMs = 1000;

/** Opens transfers of calls to people, and the watch over those without callbacks. */
export function openTransfersModule(options: TransfersModuleOptions) {
  const { providers, database, queues, accountOf, briefing, sees, log, every, ...rest } = options;
  const trouble = 'failed to process a transfer';
  const onTrouble = (error: unknown): void => log.error({ err: error }, trouble);
  const transfers = createTransfers({
    ...rest,
    onTrouble,
    store: createTransferStore(database, {
      freeIn: queues.freeIn,
      reachesPhones: (dialect) => providers.get(dialect)?.capabilities.canTransfer === 'here',
    }),
    briefing: {
      ...briefing,
      onTrouble: (error) => log.error({ err: error }, 'failed to process a key pressed by a teammate'),
    },
    providers,
    accountFor: ({ organisationId, dialect }) => accountOf(organisationId, dialect),
  });
  const closing = new AbortController();
  const rounds = [
    every(roundEveryMs, transfers.giveUpLapsed, log, trouble),
    every(roundEveryMs, () => transfers.askAfterConnected(closing.signal), log, trouble),
  ];
  const { briefings } = transfers;
  return {
    transfers,
    /** Ports for sessions that are calls. */
    ports: { transfers },
    /** Sessions in which a teammate hears what a call is about. */
    briefing: { plan: briefings.planFor, log: briefings },
    routes: (app: FastifyInstance) => registerTransferRoutes(app, { transfers, sees }),
    start() {
      for (const round of rounds) round.start();
    },
    async close() {
      closing.abort();
      await Promise.all(rounds.map((round) => round.stop()));
    },
  };
}
