/** `low`: deferrable writes are rejected. `full`: writes fail, or are about to. */
export type RoomState = 'ok' | 'low' | 'full';

export interface Room {
  readonly state: RoomState;
  /** What to do with the ballast. */
  readonly ballast: 'keep' | 'drop' | 'make';
}

export interface Seen {
  readonly freeBytes: number;
  /** Whether a write recently failed for lack of space. A quota does not show in the free bytes. */
  readonly hasFailed: boolean;
  readonly hasBallast: boolean;
}

export interface RoomLimits {
  /** Below this many free bytes, files are no longer accepted. */
  readonly intakeBytes: number;
  readonly ballastBytes: number;
}

const mib = 1024 * 1024;
const fullBytes = 8 * mib;
/** More than the threshold must be free before writing resumes, to avoid switching back and forth. */
const marginBytes = 16 * mib;

/** Pure. Drops the ballast at the last moment, and recreates it only when that leaves room for uploads. */
export function judgeRoom(before: RoomState, seen: Seen, limits: RoomLimits): Room {
  const isFull = seen.hasFailed || seen.freeBytes < fullBytes;
  if (isFull) return { state: 'full', ballast: seen.hasBallast ? 'drop' : 'keep' };
  const needed = before === 'ok' ? limits.intakeBytes : limits.intakeBytes + marginBytes;
  if (seen.freeBytes < needed) return { state: 'low', ballast: 'keep' };
  const hasPlenty = seen.freeBytes >= limits.intakeBytes + marginBytes + limits.ballastBytes;
  return { state: 'ok', ballast: !seen.hasBallast && hasPlenty ? 'make' : 'keep' };
}
