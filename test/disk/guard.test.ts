import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createDiskGuard, openDisk } from '../../src/disk/index.ts';
import { judgeRoom, type RoomState, type Seen } from '../../src/disk/room.ts';
import { createLog } from '../../src/log.ts';

const mib = 1024 * 1024;
const limits = { intakeBytes: 200 * mib, ballastBytes: 64 * mib };

describe('free disk space', () => {
  const judge = (before: RoomState, freeMib: number, seen: Partial<Seen> = {}) => {
    const room = judgeRoom(before, { freeBytes: freeMib * mib, hasFailed: false, hasBallast: true, ...seen }, limits);
    return `${room.state} ${room.ballast}`;
  };

  test.each([
    ['ok', 201, {}, 'ok keep'],
    ['ok', 199, {}, 'low keep'],
    ['low', 210, {}, 'low keep'],
    ['low', 217, {}, 'ok keep'],
    ['ok', 7, {}, 'full drop'],
    ['full', 7, { hasBallast: false }, 'full keep'],
    ['full', 71, { hasBallast: false }, 'low keep'],
    ['low', 279, { hasBallast: false }, 'ok keep'],
    ['low', 281, { hasBallast: false }, 'ok make'],
    ['ok', 5000, { hasFailed: true }, 'full drop'],
  ] as const)('after %s, %i MiB free, %o: %s', (before, freeMib, seen, expected) => {
    expect(judge(before, freeMib, seen)).toBe(expected);
  });
});

function openGuard() {
  const seen = { freeBytes: 1000 * mib, ballast: false, dropped: 0 };
  let nowMs = 0;
  const lines: string[] = [];
  const guard = createDiskGuard({
    disk: {
      freeBytes: async () => seen.freeBytes,
      hasBallast: async () => seen.ballast,
      makeBallast: async () => {
        seen.ballast = true;
      },
      dropBallast: async () => {
        seen.ballast = false;
        seen.freeBytes += limits.ballastBytes;
      },
    },
    limits,
    log: createLog({ level: 'info', stream: { write: (line) => void lines.push(JSON.parse(line).msg) } }),
    nowMs: () => nowMs,
    onDropped: async () => {
      seen.dropped += 1;
    },
  });
  onTestFinished(() => guard.close());
  const pass = (ms: number) => {
    nowMs += ms;
    return guard.look();
  };
  return { guard, seen, lines, pass };
}

describe('the disk guard', () => {
  test('stops uploads, releases its ballast once on a full disk, and resumes when there is room', async () => {
    const { guard, seen, lines, pass } = openGuard();
    await pass(0);
    expect(seen.ballast).toBe(false);
    await pass(10_000);
    expect([seen.ballast, guard.hasRoom(700 * mib), guard.hasRoom(801 * mib)]).toEqual([true, true, false]);
    seen.freeBytes = 150 * mib;
    await pass(1000);
    expect([guard.state, guard.hasRoom(0), seen.ballast]).toEqual(['low', false, true]);
    seen.freeBytes = 0;
    await pass(1000);
    expect([guard.state, seen.ballast, seen.dropped]).toEqual(['full', false, 1]);
    await pass(1000);
    expect(guard.state).toBe('low');
    seen.freeBytes = 0;
    await pass(1000);
    expect([guard.state, seen.dropped]).toEqual(['full', 1]);
    seen.freeBytes = 1000 * mib;
    await pass(1000);
    expect([guard.state, guard.hasRoom(0)]).toEqual(['ok', true]);
    expect(seen.ballast).toBe(true);
    expect(lines.map((line) => line.split(':')[0])).toEqual([
      'disk is nearly full',
      'disk is full',
      'released the disk ballast to make room for deletions',
      'disk is nearly full',
      'disk is full',
      'disk space is available again',
    ]);
  });

  test('trusts a recent failed write more than the reported free space', async () => {
    const { guard, pass } = openGuard();
    await pass(20_000);
    await pass(1000);
    guard.noteFull();
    await pass(0);
    expect(guard.state).toBe('full');
    await pass(1000);
    expect(guard.state).toBe('ok');
  });

  test('logs a line when free space is unknown, and changes nothing', async () => {
    const lines: string[] = [];
    const guard = createDiskGuard({
      disk: openDisk({ dataDir: '/nowhere/at/all', ballastBytes: 0 }),
      limits,
      log: createLog({ level: 'info', stream: { write: (line) => void lines.push(line) } }),
      nowMs: () => 0,
      onDropped: async () => {},
    });
    await guard.look();
    await guard.close();
    expect(guard.state).toBe('ok');
    expect(lines).toHaveLength(1);
  });
});

test('the ballast uses its full size or nothing, readable by its owner only', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-ballast-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const disk = openDisk({ dataDir, ballastBytes: 3 * mib + 5 });
  expect(await disk.hasBallast()).toBe(false);
  await disk.makeBallast();
  const { size, blocks, mode } = statSync(join(dataDir, 'ballast'));
  expect([size, blocks * 512 >= 3 * mib, mode & 0o077]).toEqual([3 * mib + 5, true, 0]);
  expect(await disk.hasBallast()).toBe(true);
  await disk.dropBallast();
  expect(readdirSync(dataDir)).toEqual([]);
});
