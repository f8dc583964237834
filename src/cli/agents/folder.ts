import { createHash } from 'node:crypto';
import { lstat, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { CliFault } from '../cli-fault.ts';

/** Where a folder came from, kept beside its files. */
export interface Origin {
  readonly server: string;
  readonly agent: string;
  /** Names what was pulled or pushed last. */
  readonly etag: string;
  /** Digest of the files then. */
  readonly files: string;
}

const originName = '.parley.json';
const mainName = 'agent.json';
/** Other files of a folder, such as a README, belong to its owner. */
const isOurs = (path: string): boolean =>
  path === mainName || path === 'persona-prompt.md' || /^(documents|knowledge)\//.test(path);
const mostBytes = 48 * 2 ** 20;

/** Returns the files of an agent in a folder by path, in the order of their names; none if the folder does not exist. */
export async function readFolder(dir: string): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  let bytes = 0;
  for (const path of (await pathsIn(dir, dir)).sort()) {
    if (!isOurs(path)) continue;
    const content = await readFile(join(dir, path));
    bytes += content.length;
    if (bytes > mostBytes)
      throw new CliFault('file_missing', `${dir} has more than ${mostBytes / 2 ** 20} MiB of files`);
    files.set(path, content);
  }
  return files;
}

async function pathsIn(root: string, folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(absent);
  const paths: string[] = [];
  for (const name of names ?? []) {
    if (name.startsWith('.')) continue;
    const path = join(folder, name);
    // A link could name a file outside of the folder.
    const stats = await lstat(path);
    if (stats.isDirectory()) paths.push(...(await pathsIn(root, path)));
    else if (stats.isFile()) paths.push(relative(root, path).split(sep).join('/'));
  }
  return paths;
}

const absent = (error: NodeJS.ErrnoException): undefined => {
  if (error.code === 'ENOENT') return undefined;
  throw error;
};

/** Makes the files of an agent in a folder what is given. Returns the paths that changed. */
export async function writeFolder(dir: string, files: ReadonlyMap<string, Buffer>): Promise<string[]> {
  const before = await readFolder(dir);
  const changed = [...files].filter(([path, content]) => before.get(path)?.equals(content) !== true);
  const gone = [...before.keys()].filter((path) => !files.has(path));
  for (const path of files.keys())
    if (!isOurs(path)) throw new CliFault('refused_file', `the server sent a file with the path ${path.slice(0, 100)}`);
  await mkdir(dir, { recursive: true });
  for (const [path, content] of changed) {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(join(dir, path), content, { mode: 0o644 });
  }
  for (const path of gone) await rm(join(dir, path));
  return [...changed.map(([path]) => path), ...gone];
}

/** Returns a digest of the names and contents of files. */
export function digestOf(files: ReadonlyMap<string, Buffer>): string {
  const hash = createHash('sha256');
  for (const [path, content] of [...files].sort(([a], [b]) => (a < b ? -1 : 1)))
    hash.update(`${path}\0${content.length}\0`).update(content);
  return hash.digest('hex').slice(0, 16);
}

export async function readOrigin(dir: string): Promise<Origin | undefined> {
  const text = await readFile(join(dir, originName), 'utf8').catch(absent);
  if (text === undefined) return undefined;
  try {
    const { server, agent, etag, files } = JSON.parse(text) as Partial<Origin>;
    if (server && agent && etag && files) return { server, agent, etag, files };
  } catch {
    // Says the same as a file of another form.
  }
  throw new CliFault('file_missing', `${join(dir, originName)} is not what "parley agents pull" wrote`);
}

export const writeOrigin = (dir: string, origin: Origin): Promise<void> =>
  writeFile(join(dir, originName), `${JSON.stringify(origin, null, 2)}\n`, { mode: 0o644 });
