import type { Log } from '../log.ts';
import type { Disk } from './disk.ts';
import { judgeRoom, type RoomLimits, type RoomState } from './room.ts';

export interface DiskGuardOptions {
  readonly disk: Disk;
  readonly limits: RoomLimits;
  readonly log: Log;
  readonly nowMs: () => number;
  /** The room of the ballast is free again: the moment to write what makes more. */
  readonly onDropped: () => Promise<void>;
}

/** Watches the room that the data has, and keeps some back for the moment when there is none. */
export interface DiskGuard {
  readonly state: RoomState;
  /** As of the last look. */
  readonly freeBytes: number;
  readonly hasBallast: boolean;
  /** Whether so many bytes may be written by what can wait. */
  hasRoom(bytes: number): boolean;
  /** A write failed for want of room. */
  noteFull(): void;
  /** Looks and does what follows; one at a time. */
  look(): Promise<void>;
  close(): Promise<void>;
}

const lookEveryMs = 1000;
/** Ballast is not made while a server starts and others wait for the disk. */
const ballastAfterMs = 10_000;
const failedForMs = 2000;

const words: Readonly<Record<RoomState, string>> = {
  ok: 'disk space is available again: uploads enabled',
  low: 'disk is nearly full: uploads disabled; calls continue',
  full: 'disk is full: writes refused; calls continue',
};

export function createDiskGuard({ disk, limits, log, nowMs, onDropped }: DiskGuardOptions): DiskGuard {
  const startedMs = nowMs();
  let state: RoomState = 'ok';
  let freeBytes = Number.POSITIVE_INFINITY;
  let hasBallast = false;
  let failedMs = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | undefined;

  async function lookOnce(): Promise<void> {
    freeBytes = await disk.freeBytes();
    hasBallast = await disk.hasBallast();
    const hasFailed = nowMs() - failedMs < failedForMs;
    const room = judgeRoom(state, { freeBytes, hasFailed, hasBallast }, limits);
    if (room.state !== state) log[room.state === 'ok' ? 'info' : 'warn']({ freeBytes }, words[room.state]);
    state = room.state;
    if (room.ballast === 'drop') await drop();
    if (room.ballast === 'make' && nowMs() - startedMs >= ballastAfterMs) await disk.makeBallast();
  }

  async function drop(): Promise<void> {
    await disk.dropBallast();
    hasBallast = false;
    failedMs = Number.NEGATIVE_INFINITY;
    log.warn({ ballastBytes: limits.ballastBytes }, 'released the disk ballast to make room for deletions');
    await onDropped();
  }

  function look(): Promise<void> {
    looking ??= lookOnce()
      .catch((error: unknown) => log.error({ err: error }, 'failed to read the free disk space'))
      .finally(() => {
        looking = undefined;
      });
    return looking;
  }

  const timer = setInterval(look, lookEveryMs);
  timer.unref();
  return {
    get state() {
      return state;
    },
    get freeBytes() {
      return freeBytes;
    },
    get hasBallast() {
      return hasBallast;
    },
    hasRoom: (bytes) => state === 'ok' && freeBytes - bytes >= limits.intakeBytes,
    noteFull() {
      failedMs = nowMs();
      void look();
    },
    look,
    async close() {
      clearInterval(timer);
      await looking;
    },
  };
}
