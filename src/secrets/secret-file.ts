import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartFault } from '../faults/start-fault.ts';

const secretBytes = 32;
const form = /^[A-Za-z0-9_-]{43}$/;

/**
 * Returns a random secret that is created once in `dataDir`, readable only by its owner. Two processes that create it
 * concurrently agree on one: a complete file is linked to the name, which succeeds only for the first.
 */
export function keepSecretFile(dataDir: string, name: string, onCreated?: (path: string) => void): string {
  const path = join(dataDir, name);
  const secretFile = findSecretFile(dataDir, name);
  if (secretFile !== undefined) return secretFile;
  const secret = checked(path, () => make(dataDir, path));
  onCreated?.(path);
  return secret as string;
}

/** Returns the secret of `keepSecretFile`; undefined if it was not created. */
export const findSecretFile = (dataDir: string, name: string): string | undefined =>
  checked(join(dataDir, name), () => read(join(dataDir, name)));

function checked(path: string, secretOf: () => string | undefined): string | undefined {
  let secret: string | undefined;
  try {
    secret = secretOf();
  } catch (cause) {
    throw new StartFault('data_dir_unusable', `The file ${path} cannot be created or read.`, { cause });
  }
  if (secret === undefined || form.test(secret)) return secret;
  throw new StartFault(
    'data_dir_unusable',
    `The file ${path} does not contain a secret. Delete it to generate a new one.`,
  );
}

/** Returns the secret that exists afterwards: this process's own, or that of a faster process. */
function make(dataDir: string, path: string): string | undefined {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const temporaryPath = `${path}.${randomBytes(6).toString('hex')}`;
  writeFileSync(temporaryPath, `${randomBytes(secretBytes).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  try {
    linkSync(temporaryPath, path);
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'EEXIST') throw error;
  } finally {
    rmSync(temporaryPath);
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
