import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  BackupFault,
  type BackupReport,
  type BackupStep,
  backUp,
  type LeftOut,
  type LeftOutReason,
  postgresTarget,
  type RestoreReport,
  type RestoreStep,
  restore,
  sqliteTarget,
} from '../backup/index.ts';
import type { Config } from '../config/config.ts';
import { dataBeside } from '../data/index.ts';
import { openBucketFiles, placeOfStore } from '../files/index.ts';
import { CliFault, parsed } from './cli-fault.ts';

export interface BackupArguments {
  readonly path: string;
  readonly json: boolean;
  /** Whether files of the bucket are included. */
  readonly objects: boolean;
}

export type RestoreArguments = Omit<BackupArguments, 'objects'> & { readonly replace: boolean };

interface Context {
  readonly config: Config;
  readonly print: (text: string) => void;
  /** Receives the progress. */
  readonly terminal: NodeJS.WriteStream;
}

/** Throws `bad_argument`. */
export function readBackupArguments(argv: readonly string[]): BackupArguments {
  const options = { json: { type: 'boolean', default: false }, objects: { type: 'boolean', default: false } } as const;
  const { path, json, objects } = read(argv, options);
  return { path, json: json === true, objects: objects === true };
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

/** The file was written, but files that it should contain are not there. */
const incomplete = 3;

export async function backupCommand({ path, json, objects }: BackupArguments, context: Context): Promise<number> {
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
      place: placeOfStore(config.data),
      objects: bucketOf(config),
      withObjects: objects,
      now: () => new Date(),
      onStep: progress.backup,
    });
    progress.close();
    print(json ? `${JSON.stringify({ path, ...report })}\n` : backupText(path, report, config.data.bucket));
    return report.leftOut.some(({ reason }) => reason === 'missing' || reason === 'elsewhere') ? incomplete : 0;
  } finally {
    progress.close();
    await lock.close();
  }
}

const bucketOf = ({ data: { bucket } }: Config) => (bucket === undefined ? undefined : openBucketFiles(bucket));

type BucketPlace = Config['data']['bucket'];

function backupText(
  path: string,
  { bytes, rows, files, recordings, leftOut }: BackupReport,
  bucket: BucketPlace,
): string {
  const reasons: readonly LeftOutReason[] = ['in_bucket', 'elsewhere', 'missing', 'changing'];
  const lines = reasons.flatMap((reason) => {
    const leftFiles = leftOut.filter((each) => each.reason === reason);
    return leftFiles.length === 0 ? [] : [`${countOf(leftFiles)} ${becauseOf(reason, bucket)}\n`];
  });
  return `${path}: ${megabytes(bytes)}, ${rows} rows, ${files} files, ${recordings} recordings.\n${lines.join('')}${keysText}`;
}

function countOf(leftFiles: readonly LeftOut[]): string {
  const recordings = leftFiles.filter(({ isRecording }) => isRecording).length;
  const files = leftFiles.length === 1 ? '1 file' : `${leftFiles.length} files`;
  return recordings === 0 ? files : `${files} (${recordings} of them recordings of calls)`;
}

function becauseOf(reason: LeftOutReason, bucket: BucketPlace): string {
  switch (reason) {
    case 'in_bucket':
      return `left out: in the bucket ${bucket?.bucket} at ${bucket?.endpoint}. Use --objects to include them, or keep versions or a replica of the bucket.`;
    case 'elsewhere':
      return 'left out: not on this server. Set the S3_ variables of the servers if they use a bucket; otherwise run the backup on the server that has them too.';
    case 'missing':
      return 'MISSING: rows refer to them, and they are nowhere. "parley verify" names them.';
    case 'changing':
      return 'left out: being written or removed.';
  }
}

const keysText = `The backup contains no keys. Store SETTINGS_ENCRYPTION_KEY, or DATA_DIR/settings-key, elsewhere.\n`;

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
      objects: bucketOf(config),
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
