import { expect, test } from 'vitest';
import type { CallEvent, TranscriptLine } from '../../media/ports.ts';
import { createLiveSessions } from '../../src/features/coaching/practice-runs/live-service.ts';

type Options = Parameters<typeof createLiveSessions>[0];

const started: CallEvent = {
  type: 'started',
  atMs: 0,
  providerCallId: 'p',
  streamId: 's',
  wallMs: 0,
  format: { encoding: 'l16', rateHz: 16_000 },
};
const line = (turn: number, speaker: TranscriptLine['speaker'], text: string): CallEvent => ({
  type: 'line',
  atMs: turn * 1000,
  line: { turn, speaker, text, startMs: turn * 1000, endMs: turn * 1000 + 900, words: [] },
});
const ended: CallEvent = { type: 'ended', atMs: 9000, reason: 'customer_satisfied', wallMs: 9000 };
const snapshot = {
  scenario: { situation: '', hidden_state: {}, stop_conditions: { satisfied_when: null, hangup_triggers: [] } },
  persona: {
    name: 'Nora',
    language_code: 'en-US',
    profile: '',
    hidden_state: '',
    objections: [],
    speech_habits: { pace: 1, fillers: [], verbosity: 'normal', interrupts: false },
  },
  documents: [],
};

/** Sessions with a scripted store, and clocks that the test moves. */
function openSessions(store: Partial<Record<keyof Options['store'], unknown>>) {
  const clock = { ms: 0, wallMs: 0 };
  const streamsEnded: string[] = [];
  const enqueued: unknown[] = [];
  const waits: number[] = [];
  const lost: string[] = [];
  const unused = (): never => {
    throw new TypeError('not expected');
  };
  const sessions = createLiveSessions({
    log: { error() {} },
    store: {
      bySession: async (uuid: string) => ({ uuid, organisationId: 'o', status: 'queued', finishedAt: null, snapshot }),
      beginLive: async () => {},
      renewLive: async () => {},
      openLive: async () => [],
      ...store,
    } as never,
    jobs: {
      enqueue: async (_, job) => {
        enqueued.push(job.payload);
        return undefined;
      },
    },
    snapshotOf: unused,
    audio: { adopt: unused },
    offer: unused,
    hasTarget: unused,
    recordingOf: async () => undefined,
    speaks: () => true,
    pause: async (ms) => void waits.push(ms),
    onTrouble: (_, run) => void lost.push(run),
    endStream: (uuid) => void streamsEnded.push(uuid),
    now: () => new Date(clock.wallMs),
    nowMs: () => clock.ms,
  });
  const append = (callUuid: string, event: CallEvent) => sessions.ports.log.append(callUuid, event);
  return { clock, sessions, streamsEnded, append, enqueued, waits, lost };
}

test('a practice stream that never begins is forgotten and ended after a minute', async () => {
  const renewed: string[][] = [];
  const { clock, sessions, streamsEnded, append } = openSessions({
    renewLive: async (refs: readonly { uuid: string }[]) => void renewed.push(refs.map(({ uuid }) => uuid)),
  });
  for (const uuid of ['begun', 'never']) await sessions.ports.plan(uuid);
  append('begun', started);
  clock.ms = 59_999;
  await sessions.round();
  expect([streamsEnded, renewed.pop()]).toEqual([[], ['begun', 'never']]);
  clock.ms = 60_000;
  await sessions.round();
  expect([streamsEnded, renewed.pop()]).toEqual([['never'], ['begun']]);
});

test('a session is kept when the database fails once at its beginning and at its end', async () => {
  const begun: string[] = [];
  const kept: unknown[] = [];
  const renewed: string[][] = [];
  let failures = 1;
  const fails = async (): Promise<void> => {
    failures -= 1;
    if (failures >= 0) throw new Error('the database is away');
  };
  const { sessions, append, enqueued, waits, lost } = openSessions({
    async beginLive({ uuid }: { uuid: string }) {
      await fails();
      begun.push(uuid);
      failures = 1;
    },
    async tx(work: (queries: never) => Promise<void>) {
      await fails();
      await work({} as never);
    },
    keep: async (_: unknown, { uuid }: { uuid: string }, { transcript, endedReason }: never) =>
      void kept.push({ uuid, transcript, endedReason }),
    renewLive: async (refs: readonly { uuid: string }[]) => void renewed.push(refs.map(({ uuid }) => uuid)),
  });
  await sessions.ports.plan('a');
  for (const event of [started, line(1, 'customer', 'Hello.'), line(2, 'agent', 'A lamp.'), ended, ended])
    append('a', event);
  await sessions.close();
  expect(begun).toEqual(['a']);
  const transcript = [
    { speaker: 'agent', text: 'Hello.', timestamp: 1 },
    { speaker: 'customer', text: 'A lamp.', timestamp: 2 },
  ];
  expect(kept).toEqual([{ uuid: 'a', transcript, endedReason: 'satisfied' }]);
  expect([enqueued, waits, lost]).toEqual([[{ run: 'a' }], [1000, 1000], []]);
  await sessions.round();
  expect(renewed).toEqual([]);
});

test('a session that cannot be stored is reported after a bounded number of attempts', async () => {
  let attempts = 0;
  const { sessions, append, waits, lost } = openSessions({
    async tx() {
      attempts += 1;
      throw new Error('the database is away');
    },
  });
  await sessions.ports.plan('a');
  for (const event of [started, line(1, 'customer', 'Hello.'), ended]) append('a', event);
  await sessions.close();
  expect([attempts, waits, lost]).toEqual([6, [1000, 2000, 4000, 8000, 16_000], ['a']]);
});

test('a session of another server is lost when it is not renewed for a minute, whatever the time of this server', async () => {
  const row = {
    ref: { organisation: 'o', uuid: 'run' },
    sessionUuid: 'theirs',
    status: 'running',
    expiresAt: '2026-03-02T09:01:00.000Z',
  };
  const lost: string[] = [];
  const { clock, sessions } = openSessions({
    openLive: async () => [{ ...row }],
    tx: async (work: (queries: never) => Promise<void>) => work({} as never),
    finish: async (_: unknown, { uuid }: { uuid: string }) => void lost.push(uuid),
  });
  // This server is an hour ahead of the one that renews.
  clock.wallMs = Date.parse('2026-03-02T10:00:00Z');
  const rounds = async (count: number, onRound: () => void = () => {}) => {
    for (let round = 0; round < count; round++) {
      onRound();
      await sessions.round();
      clock.ms += 15_000;
    }
  };
  await rounds(20, () => {
    row.expiresAt = new Date(Date.parse(row.expiresAt) + 15_000).toISOString();
  });
  expect(lost).toEqual([]);
  await rounds(3);
  expect(lost).toEqual([]);
  await rounds(1);
  expect(lost).toEqual(['run']);
});
