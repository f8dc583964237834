import { parseArgs } from 'node:util';
import { BackupFault, type VerifyReport, verifyFiles } from '../backup/index.ts';
import type { Config } from '../config/config.ts';
import { dataBeside } from '../data/index.ts';
import { openBucketFiles, placeOfStore } from '../files/index.ts';
import { parsed } from './cli-fault.ts';

interface Context {
  readonly config: Config;
  readonly print: (text: string) => void;
  /** Receives the progress. */
  readonly terminal: NodeJS.WriteStream;
}

const options = { json: { type: 'boolean', default: false }, quick: { type: 'boolean', default: false } } as const;

/** Compares every file that the database refers to with its hash. Returns 1 if one is missing or damaged. */
export async function verifyCommand(argv: readonly string[], { config, print, terminal }: Context): Promise<number> {
  const { json, quick } = parsed(() => parseArgs({ args: [...argv], options }).values);
  const { bucket, dataDir } = config.data;
  const data = dataBeside(config.data);
  if (!(await data.exists())) throw new BackupFault('nothing_to_back_up', `${data.name} contains no data.`);
  const report = await verifyFiles({
    dataDir,
    openSnapshot: data.openSnapshot,
    place: placeOfStore(config.data),
    objects: bucket === undefined ? undefined : openBucketFiles(bucket),
    quick,
    onStep({ done, total }) {
      if (terminal.isTTY) terminal.write(`\r\x1b[K${done} of ${total}`);
    },
  });
  if (terminal.isTTY) terminal.write('\r\x1b[K');
  print(json ? `${JSON.stringify(report)}\n` : textOf(report, quick));
  return report.missing.length + report.damaged.length === 0 ? 0 : 1;
}

function textOf({ files, intact, missing, damaged, elsewhere }: VerifyReport, quick: boolean): string {
  const lineOf = (state: string) => (file: VerifyReport['missing'][number]) =>
    `${state} ${file.digest} of ${file.holder} ${file.uuid}\n`;
  const good = quick ? 'are there; their content was not read' : 'are intact';
  return [
    ...missing.map(lineOf('MISSING')),
    ...damaged.map(lineOf('DAMAGED')),
    `${intact} of ${files} files ${good}, ${missing.length} missing, ${damaged.length} damaged.\n`,
    ...(elsewhere === 0 ? [] : [`${elsewhere} are in the folder of another server: run "parley verify" there too.\n`]),
    ...(missing.length + damaged.length === 0
      ? []
      : ['Restore these files from a backup or an older version of the bucket.\n']),
  ].join('');
}
