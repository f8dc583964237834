import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  BackupFault,
  type BackupReport,
  type BackupStep,
  backUp,
  postgresTarget,
  type RestoreReport,
  type RestoreStep,
  restore,
  sqliteTarget,
} from '../backup/index.ts';
import type { Config } from '../config/config.ts';
import { dataBeside } from '../data/index.ts';
import { CliFault, parsed } from './cli-fault.ts';

export interface BackupArguments {
  readonly path: string;
  readonly json: boolean;
}

export type RestoreArguments = BackupArguments & { readonly replace: boolean };

interface Context {
  readonly config: Config;
  readonly print: (text: string) => void;
  /** Receives the progress. */
  readonly terminal: NodeJS.WriteStream;
}

/** Throws `bad_argument`. */
export function readBackupArguments(argv: readonly string[]): BackupArguments {
  const { path, json } = read(argv, { json: { type: 'boolean', default: false } });
  return { path, json: json === true };
}

/** Throws `bad_argument`. */
export function readRestoreArguments(argv: readonly string[]): RestoreArguments {
  const options = { json: { type: 'boolean', default: false }, replace: { type: 'boolean', default: false } } as const;
  const { path, json, replace } = read(argv, options);
  return { path, json: json === true, replace: replace === true };
}

type Flags = Readonly<Record<string, { readonly type: 'boolean'; readonly default: false }>>;

function read(argv: readonly string[], options: Flags) {
  const { values, positionals } = parsed(() =>
    parseArgs({ args: [...argv], options: { ...options }, allowPositionals: true }),
  );
  const [path, ...more] = positionals;
  if (path === undefined || more.length > 0) throw new CliFault('bad_argument', 'name one file');
  return { ...(values as Record<string, boolean>), path: resolve(path) } as Record<string, boolean> & { path: string };
}

export async function backupCommand({ path, json }: BackupArguments, context: Context): Promise<number> {
  const { config, print } = context;
  const { dataDir } = config.data;
  const data = dataBeside(config.data);
  if (!(await data.exists())) throw new BackupFault('nothing_to_back_up', `${data.name} contains no data.`);
  const lock = await data.holdLock();
  const progress = openProgress(context);
  try {
    const report = await backUp({
      path,
      dataDir,
      version: config.version,
      openSnapshot: data.openSnapshot,
      ownerId: lock.id,
      now: () => new Date(),
      onStep: progress.backup,
    });
    progress.close();
    print(json ? `${JSON.stringify({ path, ...report })}\n` : backupText(path, report));
    return 0;
  } finally {
    progress.close();
    await lock.close();
  }
}

const backupText = (path: string, { bytes, rows, files, recordings, leftOut }: BackupReport): string =>
  `${path}: ${megabytes(bytes)}, ${rows} rows, ${files} files, ${recordings} recordings.\n${
    leftOut.length === 0 ? '' : `${leftOut.length} skipped because they were being written or removed.\n`
  }The backup contains no keys. Store SETTINGS_ENCRYPTION_KEY, or DATA_DIR/settings-key, elsewhere.\n`;

export async function restoreCommand({ path, json, replace }: RestoreArguments, context: Context): Promise<number> {
  const { config, print } = context;
  const { dataDir, databaseUrl, migrationsDir } = config.data;
  const progress = openProgress(context);
  try {
    const report = await restore({
      path,
      dataDir,
      target:
        databaseUrl === undefined ? sqliteTarget(config.data) : postgresTarget({ url: databaseUrl, migrationsDir }),
      replace,
      isInUse: dataBeside(config.data).isInUse,
      now: () => new Date(),
      onStep: progress.restore,
    });
    progress.close();
    print(json ? `${JSON.stringify({ path, ...report })}\n` : restoreText(report));
    return 0;
  } finally {
    progress.close();
  }
}

const restoreText = ({ madeAt, rows, files, recordings, paused, replaced }: RestoreReport): string =>
  [
    `Restored as of ${madeAt}: ${rows} rows, ${files} files, ${recordings} recordings, all checked.`,
    ...(paused === 0 ? [] : [`${paused} running campaigns were paused: calls made after the backup are not in it.`]),
    ...(replaced === undefined ? [] : [`The previous data is in ${replaced}.`]),
    '',
  ].join('\n');

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

/** Opens a progress display: one line that is overwritten on a terminal, one line per step elsewhere. */
function openProgress({ terminal }: Pick<Context, 'terminal'>) {
  let last = '';
  const show = (step: string, detail: string): void => {
    if (terminal.isTTY) terminal.write(`\r\x1b[K${step} ${detail}`);
    else if (step !== last) terminal.write(`${step}\n`);
    last = step;
  };
  return {
    backup: ({ what, done, total }: BackupStep) => show(what, `${done} of ${total}`),
    restore: ({ what, done, total }: RestoreStep) => show(what, `${megabytes(done)} of ${megabytes(total)}`),
    close() {
      if (terminal.isTTY && last !== '') terminal.write('\r\x1b[K');
      last = '';
    },
  };
}
