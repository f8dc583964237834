import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { OrganisationId } from '../../src/data/index.ts';
import { BucketFault } from '../../src/files/index.ts';
import { createHandOver, type HandOverOptions } from '../../src/recordings/hand-over.ts';
import { temporaryFolder } from '../http/test-app.ts';

const organisationId = 'ours' as OrganisationId;
const pauses = { lookMs: 20, firstMs: 10, mostMs: 40, stillMs: 10_000 };

function setUp(options: Partial<HandOverOptions> = {}) {
  const dir = temporaryFolder();
  const handed: string[] = [];
  const warned: string[] = [];
  const log = {
    info: (_: object, text: string) => warned.push(text),
    warn: (_: object, text: string) => warned.push(text),
  };
  const handOver = createHandOver({
    dir,
    recordings: { handOver: async (organisation, uuid) => void handed.push(`${organisation} ${uuid}`) },
    isOpen: () => false,
    callOf: async () => ({ organisationId, isOver: true }),
    isStoreTrouble: (error) => error instanceof BucketFault,
    log: log as unknown as HandOverOptions['log'],
    now: () => new Date(),
    pauses,
    ...options,
  });
  onTestFinished(() => handOver.close());
  const record = (ageMs = 0): string => {
    const uuid = randomUUID();
    const path = join(dir, `${uuid}.wav`);
    writeFileSync(path, 'sound');
    const at = new Date(Date.now() - ageMs);
    utimesSync(path, at, at);
    return uuid;
  };
  return { dir, handOver, handed, warned, record };
}

test('a start uploads what a killed process left, except files still in use', async () => {
  const open = new Set<string>();
  const going = new Set<string>();
  const { handOver, handed, record } = setUp({
    isOpen: (uuid) => open.has(uuid),
    callOf: async (uuid) => (uuid === missing ? undefined : { organisationId, isOver: !going.has(uuid) }),
  });
  const [left, fresh, written, live, missing] = [
    record(60_000),
    record(),
    record(60_000),
    record(60_000),
    record(60_000),
  ];
  open.add(written);
  going.add(live);
  handOver.start();
  await expect.poll(() => handed).toContain(`ours ${left}`);
  expect(handed.every((one) => one === `ours ${left}`)).toBe(true);
  handOver.finished(fresh);
  going.delete(live);
  await expect.poll(() => new Set(handed)).toEqual(new Set([left, fresh, live].map((uuid) => `ours ${uuid}`)));
});

test('a failing store is retried after growing pauses, with one log line', async () => {
  const tries: number[] = [];
  let isDown = true;
  const { handOver, record, warned } = setUp({
    recordings: {
      async handOver() {
        tries.push(performance.now());
        if (isDown) throw new BucketFault('bucket_unreachable', 'no answer');
      },
    },
    pauses: { ...pauses, lookMs: 60_000 },
  });
  const uuids = [record(), record()];
  handOver.start();
  for (const uuid of uuids) handOver.finished(uuid);
  await expect.poll(() => tries.length).toBeGreaterThan(4);
  // One recording a try while the store is down, and pauses of 40 ms at most.
  expect(tries[4]! - tries[0]!).toBeGreaterThan(5 + 10 + 20 + 20 - 10);
  isDown = false;
  await expect.poll(() => warned).toContain('recordings are stored again');
  expect(warned.filter((text) => text.startsWith('failed'))).toHaveLength(1);
});

test('a recording that cannot be uploaded does not delay the others', async () => {
  const bad = new Set<string>();
  const handed: string[] = [];
  const { handOver, record } = setUp({
    recordings: {
      async handOver(_organisation, uuid) {
        if (bad.has(uuid)) throw new Error('unreadable');
        handed.push(uuid);
      },
    },
  });
  bad.add(record(60_000));
  const good = [record(60_000), record(60_000)];
  handOver.start();
  await expect.poll(() => good.every((uuid) => handed.includes(uuid))).toBe(true);
});

test('closing waits for the recording in progress', async () => {
  let isOver = false;
  const { dir, handOver, record } = setUp({
    recordings: {
      async handOver() {
        await delay(50);
        isOver = true;
      },
    },
  });
  const uuid = record(60_000);
  handOver.start();
  await delay(10);
  await handOver.close();
  expect(isOver).toBe(true);
  expect(existsSync(join(dir, `${uuid}.wav`))).toBe(true);
  expect(readFileSync(join(dir, `${uuid}.wav`), 'utf8')).toBe('sound');
});

test('a stop waits until the store has the recordings, and not longer than it may', async () => {
  let isAway = true;
  let tries = 0;
  const { handOver, handed, record } = setUp({
    recordings: {
      async handOver(_, uuid) {
        tries += 1;
        if (tries === 3) isAway = false;
        if (isAway) throw new BucketFault('bucket_unreachable', 'away');
        handed.push(uuid);
      },
    },
  });
  handOver.start();
  const uuid = record();
  handOver.finished(uuid);
  await handOver.settle(10_000);
  expect(handed).toEqual([uuid]);
  isAway = true;
  tries = 3;
  handOver.finished(record());
  await handOver.settle(0);
  expect(handed).toEqual([uuid]);
});
