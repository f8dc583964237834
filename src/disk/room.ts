/** `low`: what can wait is not taken. `full`: writes fail, or are about to. */
export type RoomState = 'ok' | 'low' | 'full';

export interface Room {
  readonly state: RoomState;
  /** What is to be done with the ballast. */
  readonly ballast: 'keep' | 'drop' | 'make';
}

export interface Seen {
  readonly freeBytes: number;
  /** A write failed for want of room a moment ago: a quota does not show in the free bytes. */
  readonly hasFailed: boolean;
  readonly hasBallast: boolean;
}

export interface RoomLimits {
  /** With less, files are no longer taken. */
  readonly intakeBytes: number;
  readonly ballastBytes: number;
}

const mib = 1024 * 1024;
const fullBytes = 8 * mib;
/** More than the threshold must be free before writing resumes, to avoid switching back and forth. */
const marginBytes = 16 * mib;

/** Pure. The ballast goes at the last moment, and comes back only when taking its room stops nothing. */
export function judgeRoom(before: RoomState, seen: Seen, limits: RoomLimits): Room {
  const isFull = seen.hasFailed || seen.freeBytes < fullBytes;
  if (isFull) return { state: 'full', ballast: seen.hasBallast ? 'drop' : 'keep' };
  const needed = before === 'ok' ? limits.intakeBytes : limits.intakeBytes + marginBytes;
  if (seen.freeBytes < needed) return { state: 'low', ballast: 'keep' };
  const hasPlenty = seen.freeBytes >= limits.intakeBytes + marginBytes + limits.ballastBytes;
  return { state: 'ok', ballast: !seen.hasBallast && hasPlenty ? 'make' : 'keep' };
}
