import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sealerOf } from '../app/platform/settings.ts';
import type { Config } from '../config/config.ts';
import {
  currentNames,
  dataBeside,
  type Migration,
  type OrganisationId,
  readMigrations,
  type Snapshot,
  sqliteVerdict,
} from '../data/index.ts';
import { placeOfSetting } from '../sealed-settings/index.ts';
import type { Sealer } from '../secrets/index.ts';
import type { Check } from './check.ts';

/** Checks the database without changing it, and whether its secrets can be read. */
export async function checkData({ data, accounts }: Pick<Config, 'data' | 'accounts'>): Promise<Check[]> {
  const beside = dataBeside(data);
  try {
    if (!(await beside.exists())) return [{ name: 'database', state: 'ok', detail: 'created by the first start' }];
    const snapshot = await beside.openSnapshot();
    try {
      const migrations = readMigrations(join(data.migrationsDir, snapshot.dialect));
      const verdict = snapshot.dialect === 'sqlite' ? sqliteVerdict(join(data.dataDir, 'parley.db')) : 'ok';
      const database =
        verdict === 'ok' ? judgeMigrations(snapshot.migrations, migrations, beside.name) : damaged(verdict);
      const secrets = await checkSecrets(snapshot, sealerOf({ data, accounts }), keptKeyOf({ data, accounts }));
      return [database, secrets, ...(await checkStores(snapshot, data))];
    } finally {
      await snapshot.close();
    }
  } catch (error) {
    const advice = 'Correct DATABASE_URL or DATA_DIR, or start the database; a damaged one is restored from a backup.';
    return [{ name: 'database', state: 'failed', detail: `${beside.name}: ${sentence(error)}`, advice }];
  }
}

const damaged = (verdict: string): Check => ({
  name: 'database',
  state: 'failed',
  detail: `damaged: ${verdict.split('\n')[0]}`,
  advice: 'Stop the server, put DATA_DIR aside and restore a backup.',
});

function judgeMigrations(recorded: readonly string[], migrations: readonly Migration[], where: string): Check {
  const name = 'database';
  const applied = currentNames(recorded, migrations);
  if (applied === undefined) {
    const detail = `${recorded.at(-1)} is its last migration, before those of this version`;
    return { name, state: 'failed', detail, advice: 'Start the version that docs/upgrading.md names first.' };
  }
  const newer = applied.find((past) => migrations.every((migration) => migration.name !== past));
  if (newer !== undefined) {
    const advice = 'Start the version that wrote it, or restore an older backup.';
    return { name, state: 'failed', detail: `${newer} was applied by a newer version`, advice };
  }
  const pending = migrations.length - applied.length;
  if (pending === 0) return { name, state: 'ok', detail: `${where} is reachable and up to date` };
  const detail = `${pending} ${pending === 1 ? 'migration is' : 'migrations are'} pending`;
  return { name, state: 'warning', detail, advice: 'Start the server or run "parley migrate" to apply.' };
}

/** Returns the file that contains the key, if it is not in the environment. */
const keptKeyOf = ({ data, accounts }: Pick<Config, 'data' | 'accounts'>): string =>
  accounts.settingsKey === undefined && data.databaseUrl === undefined
    ? `; the key is ${join(data.dataDir, 'settings-key')}, created with the first secret. Keep a copy of it`
    : '';

async function checkSecrets(snapshot: Snapshot, sealer: Sealer, keptKey: string): Promise<Check> {
  const name = 'secrets';
  const columns = ['organisation_id', 'name', 'sealed'];
  let total = 0;
  let unreadable = 0;
  let old = 0;
  if (snapshot.tables.some((table) => table.name === 'sealed_settings')) {
    for await (const rows of snapshot.rows({ name: 'sealed_settings', columns })) {
      for (const [organisationId, setting, sealed] of rows) {
        const place = placeOfSetting(String(organisationId) as OrganisationId, String(setting));
        total++;
        if (!sealer.open(String(sealed), place).ok) unreadable++;
        else if (sealer.isOld(String(sealed))) old++;
      }
    }
  }
  if (unreadable > 0) {
    const advice = 'Set SETTINGS_ENCRYPTION_KEY_OLD to the key they were encrypted with, or enter them again.';
    return { name, state: 'failed', detail: `${unreadable} of ${total} are unreadable`, advice };
  }
  if (old > 0) {
    const detail = `all ${total} are readable, ${old} of them only with SETTINGS_ENCRYPTION_KEY_OLD`;
    return { name, state: 'warning', detail, advice: 'The next start re-encrypts them with SETTINGS_ENCRYPTION_KEY.' };
  }
  if (total > 0) return { name, state: 'ok', detail: `all ${total} are readable${keptKey}` };
  if (sealer.canSeal) return { name, state: 'ok', detail: `none are stored${keptKey}` };
  return { name, state: 'ok', detail: 'none stored; storing one requires SETTINGS_ENCRYPTION_KEY' };
}

/** Several servers with separate data directories do not share files. */
async function checkStores(snapshot: Snapshot, { bucket, databaseUrl }: Config['data']): Promise<Check[]> {
  const table = snapshot.tables.find(({ name }) => name === 'file_references');
  if (bucket !== undefined || databaseUrl === undefined || !table?.columns.includes('place')) return [];
  const places = new Set<unknown>();
  for await (const rows of snapshot.rows({ name: table.name, columns: ['place'] }))
    for (const [place] of rows) if (place !== null) places.add(place);
  if (places.size <= 1) return [];
  const detail = `in ${places.size} data directories; each is read by its own servers only`;
  return [{ name: 'files', state: 'warning', detail, advice: 'Set S3_ENDPOINT on all servers to share files.' }];
}

const toleranceMs = 60_000;

/** Checks the clock. A clock that was set back revives expired sessions and sorts new calls before old ones. */
export async function checkClock(dataDir: string, rootDir: string, nowMs: number): Promise<Check> {
  const name = 'clock';
  const paths = (await readdir(dataDir).catch(() => [])).map((file) => join(dataDir, file));
  let newestMs = 0;
  for (const path of [...paths, join(rootDir, 'package.json')]) {
    const { mtimeMs = 0 } = (await stat(path).catch(() => undefined)) ?? {};
    newestMs = Math.max(newestMs, mtimeMs);
  }
  const detail = `${new Date(nowMs).toISOString().slice(0, 19)}Z`;
  if (nowMs + toleranceMs >= newestMs) return { name, state: 'ok', detail };
  const seen = new Date(newestMs).toISOString().slice(0, 19);
  const advice = 'Synchronise it with a time server.';
  return { name, state: 'failed', detail: `${detail}, before ${seen}Z, when files here were written`, advice };
}

const sentence = (error: unknown): string => (error instanceof Error ? error.message : String(error));
