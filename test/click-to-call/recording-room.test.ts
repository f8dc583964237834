import { existsSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  type CallRecordingsOptions,
  createCallRecordings,
  sweepParts,
} from '../../src/features/calls/call-recordings/index.ts';
import type { CallRow } from '../../src/features/calls/calls/index.ts';
import { createHttpClient } from '../../src/http-client/index.ts';
import type { Job } from '../../src/jobs/index.ts';
import { createLog } from '../../src/log.ts';
import type { TelephonyProvider } from '../../src/telephony/index.ts';
import { temporaryFolder } from '../http/test-app.ts';

const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
const download = createHttpClient({ allowedHosts: ['127.0.0.1'] }).download;

/** The alarms of a call whose recording is fetched for the last time. */
async function alarmsOf(
  disk: Partial<Pick<CallRecordingsOptions, 'hasRoom' | 'download' | 'readStereo'>>,
  waits?: number,
  enqueued: unknown[] = [],
  attempts: readonly number[] = [10],
) {
  const server = createServer((_request, response) => response.end('sound')).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/1.mp3`;
  const recordings: TelephonyProvider['recordings'] = async () => ({
    kind: 'found',
    recordings: [{ id: 'r', url, headers: {} }],
  });
  const call = { uuid: 'call', organisationId: 'ours', dialect: 'telephony_a', agentUserUuid: 'ada' } as const;
  const alarms: string[] = [];
  let run: (job: Job) => Promise<unknown> = async () => {};
  createCallRecordings({
    jobs: {
      enqueue: async (_queries, { payload, maxAttempts }) => String(enqueued.push({ ...payload, maxAttempts })),
      handle(_kind, given) {
        run = given;
      },
    } as CallRecordingsOptions['jobs'],
    store: {
      find: async () => ({ ...call, providerCallId: 'p' }) as CallRow,
      events: async () => alarms.map((code) => ({ event: { type: 'alarm', code } })),
      keepRecording: async () => true,
      alarm: async (_call: CallRow, { code }: { code: string }) => void alarms.push(code),
    } as unknown as CallRecordingsOptions['store'],
    accountOf: async () => ({
      kind: 'ready',
      provider: { recordings } as TelephonyProvider,
      phoneNumber: '+12025550100',
    }),
    tx: async () => {},
    download,
    hasRoom: () => true,
    isOptedOut: async () => false,
    readStereo: async () => ({ kind: 'read', seconds: 1, channels: 2 }),
    transcriber: { transcribe: async () => ({ kind: 'transcribed', seconds: 1 }) },
    handOver: { finished: () => {} },
    recordings: { isOpen: () => false, copyTo: async () => false, exclusively: (_uuid, work) => work() },
    dir: temporaryFolder(),
    now: () => new Date(),
    teammateOf: async () => undefined,
    log: createLog({ level: 'silent' }),
    ...disk,
  });
  const payload = { call: call.uuid, ...(waits === undefined ? {} : { waits }) };
  const complete = async (work: (queries: object) => Promise<void>) => work({});
  const { signal } = new AbortController();
  for (const attempt of attempts) await run({ payload, attempt, signal, complete } as unknown as Job);
  return alarms;
}

test('a recording is downloaded if there is room for the largest file and its copy', async () => {
  const mebibyte = 2 ** 20;
  expect(await alarmsOf({ hasRoom: (bytes) => bytes <= 1024 * mebibyte })).toEqual([]);
  expect(await alarmsOf({ hasRoom: (bytes) => bytes < 1024 * mebibyte })).toEqual(['recording_no_room']);
});

test('a recording without room is retried for a week, with one alarm on the call', async () => {
  const enqueued: unknown[] = [];
  const hasRoom = () => false;
  expect(await alarmsOf({ hasRoom }, undefined, enqueued)).toEqual(['recording_no_room']);
  expect(await alarmsOf({ hasRoom }, undefined, [], [10, 10])).toEqual(['recording_no_room']);
  expect(await alarmsOf({ hasRoom }, 1, enqueued)).toEqual([]);
  expect(enqueued).toEqual([
    { call: 'call', waits: 1, maxAttempts: 10 },
    { call: 'call', waits: 2, maxAttempts: 10 },
  ]);
  expect(await alarmsOf({ hasRoom: () => true }, 2, enqueued)).toEqual([]);
  expect(await alarmsOf({ hasRoom }, 336, enqueued)).toEqual(['recording_no_room']);
  expect(enqueued).toHaveLength(2);
});

test('after a wait for room, other faults are retried as before, and room is waited for at once', async () => {
  const enqueued: unknown[] = [];
  const failing = async () => ({ kind: 'failed', status: 500, detail: 'not now' }) as const;
  for (const attempt of [1, 2, 9])
    await expect(alarmsOf({ download: failing }, 1, enqueued, [attempt])).rejects.toMatchObject({
      code: 'recording_download',
    });
  expect(await alarmsOf({ download: failing }, 1, enqueued)).toEqual(['recording_download']);
  expect(enqueued).toEqual([]);
  expect(await alarmsOf({ hasRoom: () => false }, 1, enqueued, [1])).toEqual([]);
  expect(enqueued).toMatchObject([{ waits: 2 }]);
});

test('a recording with one channel sets a note that speakers are unknown', async () => {
  const readStereo = async () => ({ kind: 'read', seconds: 1, channels: 1 }) as const;
  expect(await alarmsOf({ readStereo })).toEqual(['recording_one_channel']);
});

test.skipIf(process.platform !== 'linux')(
  'a disk that fills up while a recording is fetched is what its alarm says',
  async () => {
    const toFull: typeof download = (asked) => download({ ...asked, path: '/dev/full' });
    expect(await alarmsOf({ download: toFull })).toEqual(['recording_no_room']);
  },
);

test('a disk that fills up during the merge is named in the alarm', async () => {
  expect(await alarmsOf({ readStereo: async () => Promise.reject(full) })).toEqual(['recording_no_room']);
});

test('files of a dead process are removed, except those still in use', async () => {
  const dir = temporaryFolder();
  const now = new Date();
  const names = ['old.fetched.part', 'old.wav', 'new.wav.part'];
  for (const name of names) writeFileSync(join(dir, name), '');
  const long = new Date(now.getTime() - 7 * 3_600_000);
  for (const name of names.slice(0, 2)) utimesSync(join(dir, name), long, long);
  await sweepParts(dir, now);
  expect(names.filter((name) => existsSync(join(dir, name)))).toEqual(['old.wav', 'new.wav.part']);
  await sweepParts(join(dir, 'none'), now);
});
