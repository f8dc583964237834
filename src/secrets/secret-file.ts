import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartFault } from '../start-fault.ts';

const secretBytes = 32;
const form = /^[A-Za-z0-9_-]{43}$/;

/**
 * A random secret that is made once and kept in `dataDir`, readable for its owner only. Two processes that make it at
 * once agree on one: a file that is whole is linked to the name, which succeeds for the first.
 */
export function keepSecretFile(dataDir: string, name: string): string {
  const path = join(dataDir, name);
  let secret: string | undefined;
  try {
    secret = read(path) ?? make(dataDir, path);
  } catch (cause) {
    throw new StartFault('data_dir_unusable', `The file ${path} cannot be made or read.`, { cause });
  }
  if (secret !== undefined && form.test(secret)) return secret;
  throw new StartFault('data_dir_unusable', `The file ${path} holds no secret; remove it to have a new one made.`);
}

/** Gives what is there then: ours, or that of a process that was quicker. */
function make(dataDir: string, path: string): string | undefined {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const made = `${path}.${randomBytes(6).toString('hex')}`;
  writeFileSync(made, `${randomBytes(secretBytes).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  try {
    linkSync(made, path);
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'EEXIST') throw error;
  } finally {
    rmSync(made);
  }
  return read(path);
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return undefined;
    throw error;
  }
}
