import type { Log } from '../log.ts';
import type { Disk } from './disk.ts';
import { judgeRoom, type RoomLimits, type RoomState } from './room.ts';

export interface DiskGuardOptions {
  readonly disk: Disk;
  readonly limits: RoomLimits;
  readonly log: Log;
  readonly nowMs: () => number;
  /** Called when the ballast has been released, to run work that frees more space. */
  readonly onDropped: () => Promise<void>;
}

/** Monitors the free disk space of the data and keeps a ballast in reserve for when the disk is full. */
export interface DiskGuard {
  readonly state: RoomState;
  /** Free bytes at the last check. */
  readonly freeBytes: number;
  readonly hasBallast: boolean;
  /** Returns whether deferrable work may write this many bytes. */
  hasRoom(bytes: number): boolean;
  /** Records that a write failed for lack of space. */
  noteFull(): void;
  /** Checks the disk and updates state and ballast. Concurrent calls share one check. */
  look(): Promise<void>;
  close(): Promise<void>;
}

const lookEveryMs = 1000;
/** The ballast is not written during startup, while other work needs the disk. */
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
