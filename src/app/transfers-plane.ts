import type { Config } from '../config/config.ts';
import type { Database } from '../data/index.ts';
import type { QueueStore } from '../features/queues/index.ts';
import { createTransferStore, createTransfers, type TransfersOptions } from '../features/transfers/index.ts';
import type { Log } from '../log.ts';
import type { openOutboundPlane } from './outbound-plane.ts';

export interface TransfersPlaneOptions
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
    | 'streamUrlFor'
  > {
  readonly briefing: Omit<TransfersOptions['briefing'], 'onTrouble'>;
  readonly config: Pick<Config, 'http'>;
  readonly database: Database;
  readonly queues: Pick<QueueStore, 'freeIn'>;
  readonly accountOf: ReturnType<typeof openOutboundPlane>['accountOf'];
  readonly log: Log;
}

const roundEveryMs = 1000;

/** Calls that are handed to people, and what becomes of those whose callbacks do not come. */
export function openTransfersPlane(options: TransfersPlaneOptions) {
  const { config, database, queues, accountOf, briefing, log, ...rest } = options;
  const onTrouble = (error: unknown): void => log.error({ err: error }, 'a transfer could not be looked after');
  const transfers = createTransfers({
    ...rest,
    onTrouble,
    store: createTransferStore(database, queues),
    publicBaseUrl: config.http.publicBaseUrl,
    briefing: {
      ...briefing,
      onTrouble: (error) => log.error({ err: error }, 'a key that a teammate pressed came to nothing'),
    },
    accountFor: async ({ organisationId, dialect }) =>
      dialect === 'browser'
        ? { kind: 'not_ready', detail: 'The call is at no telephony provider.' }
        : accountOf(organisationId, dialect),
  });
  const closing = new AbortController();
  const rounds = [transfers.giveUpLapsed, () => transfers.askAfterConnected(closing.signal)].map((round) =>
    repeating(round, onTrouble),
  );
  return {
    transfers,
    /** Before the database is. */
    async close() {
      closing.abort();
      await Promise.all(rounds.map((round) => round.stop()));
    },
  };
}

/** Begins a round every second, unless the one before it goes on. */
function repeating(round: () => Promise<void>, onTrouble: (error: unknown) => void) {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= round()
      .catch(onTrouble)
      .finally(() => {
        running = undefined;
      });
  }, roundEveryMs);
  return {
    async stop(): Promise<void> {
      clearInterval(timer);
      await running;
    },
  };
}
