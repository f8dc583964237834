import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { invariant } from '../../media/kit/invariant.ts';

export const digestPattern = /^[0-9a-f]{64}$/;

/** Returns the path of a file in the store. */
export function placeOf(dir: string, digest: string): string {
  invariant(digestPattern.test(digest), 'a stored file must be addressed by its digest');
  return join(dir, digest.slice(0, 2), digest.slice(2, 4), digest);
}

/** Folder for uploads and removals in progress. */
export const incomingOf = (dir: string): string => join(dir, 'incoming');

/** `<owner>.<digest or part>.<uuid>`: the owning process, and the digest of a whole file or `part`. */
export const asidePattern = /^([0-9a-f-]{36})\.(part|[0-9a-f]{64})\.[0-9a-f-]{36}$/;

export const asideName = (dir: string, ownerId: string, what: string): string =>
  join(incomingOf(dir), `${ownerId}.${what}.${randomUUID()}`);
