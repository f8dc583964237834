import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { localOrganisation } from '../../../data/index.ts';
import { type Identity, scopes } from '../../../http/identity.ts';

/** Credential for programs of this machine's user. Valid while this process runs. */
export interface OperatorToken {
  /** Returns the identity of a valid token: a machine, not a person, with the rights of an admin. */
  identify(token: string): Identity | undefined;
  /** Writes the token to a file that the command line finds by the server's port. */
  publish(port: number): void;
  /** Removes the file. Idempotent. */
  close(): void;
}

const nobody = '00000000-0000-0000-0000-000000000000';

/** Path of the token of one port: several servers may share a data folder. */
export const operatorTokenPath = (dataDir: string, port: number): string => join(dataDir, 'operator', `${port}.token`);

export function createOperatorToken(dataDir: string): OperatorToken {
  const token = `parley_operator_${randomBytes(32).toString('base64url')}`;
  const digest = digestOf(token);
  const credentialUuid = randomUUID();
  let written: string | undefined;
  return {
    identify(waitingToken) {
      if (!timingSafeEqual(digestOf(waitingToken), digest)) return undefined;
      return {
        method: 'api_key',
        credentialUuid,
        userUuid: nobody,
        organisationId: localOrganisation,
        role: 'admin',
        superadmin: false,
        scopes,
        unlimited: true,
      };
    },
    publish(port) {
      const path = operatorTokenPath(dataDir, port);
      mkdirSync(join(dataDir, 'operator'), { recursive: true, mode: 0o700 });
      // A file left by a killed process may have other permissions than a new one.
      rmSync(path, { force: true });
      writeFileSync(path, `${token}\n`, { mode: 0o600, flag: 'wx' });
      written = path;
    },
    close() {
      if (written !== undefined && isStill(written, token)) rmSync(written, { force: true });
      written = undefined;
    },
  };
}

/** Returns false if another process has since taken the port and overwritten the file. */
function isStill(path: string, token: string): boolean {
  try {
    return readFileSync(path, 'utf8').trim() === token;
  } catch {
    return false;
  }
}

const digestOf = (token: string): Buffer => createHash('sha256').update(token).digest();
