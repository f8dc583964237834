import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Broker, natsAdvice, openBus, type RefusedMessage } from '../../cluster/index.ts';
import type { Config } from '../../config/config.ts';
import { openDatabase } from '../../data/index.ts';
import type { FaultPoint } from '../../faults/fault-point.ts';
import type { Log } from '../../log.ts';
import { createOccasional } from '../../occasional.ts';
import type { AppOverrides } from './overrides.ts';
import { sessionSecretOf } from './session-secret.ts';
import { readySecrets } from './settings.ts';

export interface StorageModuleOptions {
  readonly config: Config;
  readonly holdOwnerLock: AppOverrides['holdOwnerLock'];
  readonly log: Log;
  readonly at: FaultPoint;
}

/** Opens the database, this process's owner lock on it, and the folder of recordings. */
export async function openStorageModule({ config, holdOwnerLock, log, at }: StorageModuleOptions) {
  const database = await openDatabase({ ...config.data, log, at });
  if (database.migrated.length > 0)
    log.info({ migrations: database.migrated.length, last: database.migrated.at(-1) }, 'migrated the database');
  const recordingsDir = join(config.data.dataDir, 'recordings');
  mkdirSync(recordingsDir, { recursive: true, mode: 0o700 });
  const sessionSecret = sessionSecretOf(config);
  const owner = await (holdOwnerLock ?? ((it) => it.ownerLock()))(database);
  const broker = await openBroker(config.cluster.natsUrls, { secret: sessionSecret, node: owner.id, log });
  const refused = watchRefused(log);
  const bus = openBus({
    channels: database,
    node: owner.id,
    secret: sessionSecret,
    wallMs: Date.now,
    ...(broker === undefined ? {} : { broker }),
    onRefused: refused.add,
    onTrouble: (error) => log.warn({ err: error }, 'a message between nodes was lost'),
  });
  return {
    bus,
    database,
    owner,
    /** Whether NATS is reachable; undefined where none is configured. */
    broker: broker as Pick<Broker, 'isUp'> | undefined,
    recordingsDir,
    dataDir: config.data.dataDir,
    /** Returns the number of messages between nodes dropped since startup, by reason. */
    refusedMessages: refused.counts,
    /** Signs sessions and file URLs. */
    sessionSecret,
    start: () => readySecrets(database, config, log),
    async close() {
      await bus.close();
      await database.close();
      await owner.close();
    },
  };
}

export type Storage = Awaited<ReturnType<typeof openStorageModule>>;

const refusedLogMs = 60_000;

/** Counts dropped messages between nodes, and logs them at most once a minute. */
function watchRefused(log: Log) {
  const counts: Partial<Record<RefusedMessage, number>> = {};
  const report = createOccasional<RefusedMessage>(
    { intervalMs: refusedLogMs, nowMs: () => performance.now() },
    (count, why) => log.warn({ event: 'node_message_refused', reason: why, count }, refusedAdvice[why]),
  );
  return {
    counts: (): Readonly<Partial<Record<RefusedMessage, number>>> => counts,
    add(why: RefusedMessage): void {
      counts[why] = (counts[why] ?? 0) + 1;
      report(why);
    },
  };
}

const refusedAdvice: Readonly<Record<RefusedMessage, string>> = {
  unsigned:
    'dropped messages between nodes without a signature: a server of an earlier version runs, or a stranger has access to NATS or PostgreSQL',
  wrong_signature:
    'dropped messages between nodes with a wrong signature: a server has another SESSION_SECRET, or a stranger has access to NATS or PostgreSQL',
  out_of_time:
    'dropped messages between nodes whose time differs by more than ten minutes: correct the clocks of the servers',
  repeated: 'dropped messages between nodes that were received before',
};

/** Loads the NATS client only where NATS is configured. */
async function openBroker(
  urls: readonly string[],
  { secret, node, log }: { readonly secret: string; readonly node: string; readonly log: Log },
): Promise<Broker | undefined> {
  if (urls.length === 0) return undefined;
  const advice = natsAdvice(urls);
  if (advice !== undefined) log.warn({ event: 'nats_unprotected' }, advice);
  const { openNats } = await import('../../cluster/nats.ts');
  return openNats({
    urls,
    secret,
    name: `parley ${node}`,
    onChange(isUp) {
      if (isUp) log.info('connected to NATS');
      else log.warn('NATS is unreachable; nodes communicate through the database until it returns');
    },
    onTrouble: (error) =>
      log.warn({ err: error }, 'NATS cannot be reached; nodes communicate through the database until it is available'),
  });
}
