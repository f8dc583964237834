import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { localOrganisation } from '../../data/index.ts';
import { type Identity, scopes } from '../../http/identity.ts';

/** The credential of programs of this machine's user, for as long as this process runs. */
export interface OperatorToken {
  /** Who this token stands for: a machine, not a person, that may do what an admin may. */
  identify(token: string): Identity | undefined;
  /** Writes it where the command line finds it by the port it calls. */
  publish(port: number): void;
  /** Removes what was written. Idempotent. */
  close(): void;
}

const nobody = '00000000-0000-0000-0000-000000000000';

/** One for each port, since several servers may run on one data folder. */
export const operatorTokenPath = (dataDir: string, port: number): string => join(dataDir, 'operator', `${port}.token`);

export function createOperatorToken(dataDir: string): OperatorToken {
  const token = `parley_operator_${randomBytes(32).toString('base64url')}`;
  const digest = digestOf(token);
  const credentialUuid = randomUUID();
  let written: string | undefined;
  return {
    identify(given) {
      if (!timingSafeEqual(digestOf(given), digest)) return undefined;
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
      // One that a killed process left may have other rights than a new file would get.
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

/** False when another process has taken the port, and the name, in the meantime. */
function isStill(path: string, token: string): boolean {
  try {
    return readFileSync(path, 'utf8').trim() === token;
  } catch {
    return false;
  }
}

const digestOf = (token: string): Buffer => createHash('sha256').update(token).digest();
