import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openBus } from '../cluster/index.ts';
import type { Config } from '../config/config.ts';
import { openDatabase } from '../data/index.ts';
import type { FaultPoint } from '../faults/fault-point.ts';
import type { Log } from '../log.ts';
import type { AppOverrides } from './overrides.ts';
import { sessionSecretOf } from './session-secret.ts';
import { readySecrets } from './settings.ts';

export interface StorageModuleOptions {
  readonly config: Config;
  readonly holdOwnerLock: AppOverrides['holdOwnerLock'];
  readonly log: Log;
  readonly at: FaultPoint;
}

/** The database, this process's name as an owner of rows in it, and the folder of recordings. */
export async function openStorageModule({ config, holdOwnerLock, log, at }: StorageModuleOptions) {
  const database = await openDatabase({ ...config.data, log, at });
  if (database.migrated.length > 0)
    log.info({ migrations: database.migrated.length, last: database.migrated.at(-1) }, 'migrated the database');
  const recordingsDir = join(config.data.dataDir, 'recordings');
  mkdirSync(recordingsDir, { recursive: true, mode: 0o700 });
  const owner = await (holdOwnerLock ?? ((it) => it.ownerLock()))(database);
  const bus = openBus({
    ...{ channels: database, node: owner.id },
    onTrouble: (error) => log.warn({ err: error }, 'a message between nodes was lost'),
  });
  return {
    bus,
    database,
    owner,
    recordingsDir,
    /** Signs sessions and addresses of files. */
    sessionSecret: sessionSecretOf(config),
    start: () => readySecrets(database, config, log),
    async close() {
      await bus.close();
      await database.close();
      await owner.close();
    },
  };
}

export type Storage = Awaited<ReturnType<typeof openStorageModule>>;
