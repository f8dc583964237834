import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { invariant } from '../../media/kit/invariant.ts';

export const digestPattern = /^[0-9a-f]{64}$/;

/** Where a file of the store is. */
export function placeOf(dir: string, digest: string): string {
  invariant(digestPattern.test(digest), 'a stored file must be addressed by its digest');
  return join(dir, digest.slice(0, 2), digest.slice(2, 4), digest);
}

/** For what is on its way in or out. */
export const incomingOf = (dir: string): string => join(dir, 'incoming');

/** `<owner>.<digest or part>.<uuid>`: whose it is, and what it was when it was moved aside. */
export const asidePattern = /^([0-9a-f-]{36})\.(part|[0-9a-f]{64})\.[0-9a-f-]{36}$/;

export const asideName = (dir: string, ownerId: string, what: string): string =>
  join(incomingOf(dir), `${ownerId}.${what}.${randomUUID()}`);
