import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Model } from './manifest.ts';

export interface FileStamp {
  readonly bytes: number;
  readonly sha256: string;
}

/** Content of `provenance.json` in a role's folder: the source of its files and their expected sizes and hashes. */
export interface Stamp {
  readonly source: 'fetched';
  readonly role: string;
  readonly packages: readonly { readonly name: string; readonly version: string; readonly sha256: string }[];
  readonly conversion?: NonNullable<Model['conversion']>;
  readonly files: Readonly<Record<string, FileStamp>>;
}

export type RoleState =
  | { readonly state: 'ready' }
  /** A folder without a stamp, or with `"source": "operator"`: used unchanged. */
  | { readonly state: 'operator' }
  | { readonly state: 'operator-incomplete'; readonly lacks: readonly string[] }
  | { readonly state: 'missing' | 'outdated' | 'damaged'; readonly reason: string };

const stampName = 'provenance.json';

/** Returns the SHA-256 of a file, in hexadecimal. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Returns the stamp of a newly made folder. */
export async function makeStamp(model: Model, folder: string): Promise<Stamp> {
  const files: Record<string, FileStamp> = {};
  for (const name of (await readdir(folder)).sort()) {
    const path = join(folder, name);
    files[name] = { bytes: (await stat(path)).size, sha256: await hashFile(path) };
  }
  return { source: 'fetched', role: model.role, ...origin(model), files };
}

export async function writeStamp(folder: string, stamp: Stamp): Promise<void> {
  await writeFile(join(folder, stampName), `${JSON.stringify(stamp, null, 2)}\n`, { flush: true });
}

/** Marks a folder as the operator's own model, which no run replaces, and keeps where it came from. */
export async function writeOwnStamp(
  folder: string,
  source: { readonly from: string; readonly sha256: Readonly<Record<string, string>> },
): Promise<void> {
  await writeFile(join(folder, stampName), `${JSON.stringify({ source: 'operator', ...source }, null, 2)}\n`, {
    flush: true,
  });
}

/** Returns whether an installed model is the operator's own: nothing that was measured of the standard one is true of it. */
export async function isOwnModel(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch((): string[] => []);
  if (names.length === 0) return false;
  const stamp = names.includes(stampName) ? await readStamp(folder) : undefined;
  return stamp === undefined || (stamp !== 'unreadable' && stamp.source === 'operator');
}

/**
 * Returns the state of an installed model. Compares the stamp and file sizes (about a millisecond); with `rehash`, the
 * contents too.
 */
export async function inspectModel(folder: string, model: Model, { rehash = false } = {}): Promise<RoleState> {
  const names = await readdir(folder).catch((): string[] => []);
  if (names.length === 0) return { state: 'missing', reason: `${model.role} is not installed` };
  const stamp = names.includes(stampName) ? await readStamp(folder) : undefined;
  if (stamp === 'unreadable') return { state: 'damaged', reason: `the ${stampName} of ${model.role} is not readable` };
  if (stamp?.source !== 'fetched') {
    const lacks = model.holds.filter((name) => !names.includes(name));
    return lacks.length > 0 ? { state: 'operator-incomplete', lacks } : { state: 'operator' };
  }
  if (originText(stamp) !== originText(origin(model))) {
    return { state: 'outdated', reason: `${model.role} comes from another release` };
  }
  const wrong = await firstWrongFile(folder, stamp, model, rehash);
  return wrong ? { state: 'damaged', reason: `${model.role}/${wrong}` } : { state: 'ready' };
}

type Origin = Pick<Stamp, 'packages' | 'conversion'>;

function origin(model: Model): Origin {
  const wheels = new Set(model.files.map((file) => file.wheel));
  return {
    packages: [...wheels].map(({ name, version, sha256 }) => ({ name, version, sha256 })),
    ...(model.conversion && { conversion: model.conversion }),
  };
}

const originText = ({ packages, conversion }: Origin): string => {
  const precision = conversion !== undefined && 'precision' in conversion ? conversion.precision : undefined;
  return JSON.stringify([packages.map((one) => one.sha256).sort(), precision, conversion?.revision]);
};

/** An operator's stamp needs only `"source": "operator"`. */
async function readStamp(folder: string): Promise<Stamp | { source: 'operator' } | 'unreadable'> {
  try {
    const stamp = JSON.parse(await readFile(join(folder, stampName), 'utf8')) as Stamp | { source: 'operator' };
    if (stamp.source === 'operator') return stamp;
    return Array.isArray(stamp.packages) && typeof stamp.files === 'object' ? stamp : 'unreadable';
  } catch {
    return 'unreadable';
  }
}

async function firstWrongFile(
  folder: string,
  stamp: Stamp,
  model: Model,
  rehash: boolean,
): Promise<string | undefined> {
  for (const name of new Set([...model.holds, ...Object.keys(stamp.files)])) {
    const expected = stamp.files[name];
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (!expected || !found) return `${name} is missing`;
    if (found.size !== expected.bytes) return `${name} has ${found.size} bytes instead of ${expected.bytes}`;
    if (rehash && (await hashFile(path)) !== expected.sha256) return `${name} differs from the downloaded file`;
  }
  return undefined;
}
