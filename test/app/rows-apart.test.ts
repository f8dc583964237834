import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { createSchedules } from '../../src/features/analysis/reports/schedules.ts';
import { createReconciler } from '../../src/features/calls/calls/index.ts';
import { createDialWatch } from '../../src/features/calls/dialing/index.ts';
import { createSupervision } from '../../src/features/calls/supervision/index.ts';
import { createNumberProofs } from '../../src/features/calls/telephony-connections/index.ts';
import { createTransferWatch } from '../../src/features/calls/transfers/watch.ts';
import { createTrunkRegistrations } from '../../src/features/calls/trunks/registrations.ts';
import type { TrunkRow } from '../../src/features/calls/trunks/store.ts';
import { createLiveSessions } from '../../src/features/coaching/practice-runs/index.ts';
import { handleDeliveries } from '../../src/features/operations/webhooks/delivery.ts';
import { createOutbox } from '../../src/features/operations/webhooks/index.ts';
import { createRunner } from '../../src/jobs/runner.ts';
import { createDerivedFiles } from '../../src/recordings/index.ts';
import { temporaryFolder } from '../http/test-app.ts';
import { trunkRow } from '../phones/trunk-row.ts';
import { ids, newSeen, planted, type Seen } from './planted-failure.ts';

const at = '2026-06-02T12:00:00.000Z';
const now = (): Date => new Date(at);
const nowMs = (): number => 1_000_000_000;

const calls = ids.map((uuid) => ({
  uuid,
  organisationId: 'o',
  status: 'queued',
  createdAt: '2026-06-01T00:00:00.000Z',
  startedAt: null,
  dialledAt: null,
  leaseOwner: `owner of ${uuid}`,
  leaseUntil: null,
  agentUserUuid: null,
  endReason: null,
}));

function reconcile(seen: Seen, options: object): Promise<number> {
  const leases = { waitingSince: () => [], callUuids: [], until: () => '', stageOf: () => undefined, drop() {} };
  const store = {
    renew: async () => {},
    open: async () => calls,
    events: async () => [],
    takeOver: async ({ uuid }: { uuid: string }) => seen.handle(uuid) ?? true,
  };
  return createReconciler({
    store,
    leases,
    owner: 'me',
    isAlive: async () => false,
    flush: async () => {},
    awaited: async () => new Set(),
    recordedMs: async () => undefined,
    carriedBy: async () => [],
    onLost() {},
    onEndAsked() {},
    onNeverOpened() {},
    log: seen.log,
    now,
    nowMs,
    ...options,
  } as never).round();
}

const dialled = calls.map((call) => ({ ...call, leaseOwner: null }));

const watchOf = (seen: Seen, rows: readonly object[]) =>
  createDialWatch({
    store: { waiting: async () => rows },
    calls: { takeOver: async ({ uuid }: { uuid: string }) => seen.handle(uuid) ?? true },
    accountOf: async ({ uuid }: { uuid: string }) => seen.handle(uuid),
    closePersons: async () => false,
    log: seen.log,
    now,
    nowMs,
  } as never).round();

const loops: readonly [string, string, (seen: Seen) => Promise<unknown>][] = [
  ['the close of abandoned calls', 'failed to reconcile a call', (seen) => reconcile(seen, {})],
  [
    'the check of the owners of calls',
    'failed to check whether another process is running',
    async (seen) => {
      const isAlive = async (owner: string): Promise<boolean> => {
        if (owner === 'owner of planted') throw planted;
        return false;
      };
      const log = { error: (_: object, message: string) => seen.log.error({ owner: 'planted' }, message) };
      await reconcile(seen, { isAlive, log });
    },
  ],
  [
    'the end of calls that were never dialled',
    'failed to look for the end of a dialled call',
    (seen) => watchOf(seen, dialled),
  ],
  [
    'the question for dialled calls',
    'failed to look for the end of a dialled call',
    (seen) =>
      watchOf(
        seen,
        dialled.map((call) => ({ ...call, status: 'dialing', dialledAt: '2026-06-02T11:58:00.000Z' })),
      ),
  ],
  [
    'the proof of numbers',
    'failed to ask a provider for the number of a connection',
    async (seen) => {
      const numbers = {
        due: async () => ids.map((provider) => ({ organisationId: 'o', provider, proof: 'pending', connectedAt: at })),
        judge: async ({ provider }: { provider: string }) => void seen.recorded.push(provider),
      };
      const askOwner = async (_: string, provider: string) => void seen.handle(provider);
      await createNumberProofs({ numbers, askOwner, now, log: seen.log } as never).round();
      // Without a later time, the planted one would be the first in each round.
      expect(seen.recorded).toEqual(ids);
    },
  ],
  [
    'the registration of SIP trunks',
    'failed to register a SIP trunk',
    async (seen) => {
      const registrations = createTrunkRegistrations({
        store: {
          all: async () => ids.map((uuid) => trunkRow({ uuid, contactUser: uuid, username: 'line', registers: true })),
          claim: async () => true,
          status: async ({ uuid }: TrunkRow, { lastError }: TrunkRow) =>
            void seen.recorded.push(`${uuid}: ${lastError}`),
        },
        passwordOf: async ({ uuid }: TrunkRow) => seen.handle(uuid) ?? 'a password',
        locate: async () => ({ address: '203.0.113.5' }),
        transports: ['udp'],
        register: ({ contactUser }: { contactUser: string }) => void seen.recorded.push(`${contactUser}: registered`),
        owner: { id: 'me', isAlive: async () => true },
        log: seen.log,
      } as never);
      await registrations.round();
      expect(seen.recorded.sort()).toEqual([
        'first: registered',
        'last: registered',
        'planted: an internal error; the log of the server has the details',
      ]);
    },
  ],
  [
    'scheduled reports',
    'failed to make a scheduled report',
    async (seen) => {
      const handlers = new Map<string, () => Promise<void>>();
      const schedules = createSchedules({
        store: {
          due: async () =>
            ids.map((uuid) => ({ uuid, organisationId: 'o', userUuid: uuid, every: 'week', nextAt: at })),
          isMember: async (_: string, userUuid: string) => seen.handle(userUuid) ?? true,
          advance: async () => false,
        },
        jobs: { handle: (kind: string, run: () => Promise<void>) => handlers.set(kind, run) },
        tx: async (work: (queries: object) => Promise<void>) => work({}),
        log: seen.log,
        clockOf: async () => ({ now, timezone: 'UTC' }),
        now,
        mailer: { delivers: false },
      } as never);
      schedules.watch('reports.make');
      await handlers.get('reports.due')?.();
    },
  ],
  [
    'the check of people who listen to calls',
    'failed to check who may still listen to a call',
    async (seen) => {
      const supervision = createSupervision({
        store: {
          find: async (uuid: string) => ({ uuid, callUuid: 'c', userUuid: uuid, startedAt: null, endedAt: null }),
          started: async () => {},
          isSignedIn: async () => true,
        },
        visibleCalls: { sees: async () => true },
        mayListen: async ({ userUuid }: { userUuid: string }) => isOpening || (seen.handle(userUuid) ?? true),
        endStream: (uuid: string) => void seen.recorded.push(uuid),
        log: seen.log,
        now,
        nowMs,
      } as never);
      let isOpening = true;
      for (const uuid of ids) await supervision.ports.plan(uuid);
      isOpening = false;
      await supervision.round();
      expect(seen.recorded).toEqual(['planted']);
    },
  ],
  [
    'the close of lost practice sessions',
    'failed to close a lost practice session',
    async (seen) => {
      let clockMs = 0;
      const refOf = (uuid: string) => ({
        ref: { organisation: 'o', uuid },
        sessionUuid: uuid,
        status: 'running',
        expiresAt: at,
      });
      const sessions = createLiveSessions({
        store: {
          openLive: async () => ids.map(refOf),
          tx: async (work: (queries: object) => Promise<void>) => work({}),
          finish: async (_: object, { uuid }: { uuid: string }) => seen.handle(uuid),
        },
        log: seen.log,
        now,
        nowMs: () => clockMs,
        endStream() {},
      } as never);
      // A third of a lease counts between two rounds.
      for (let rounds = 0; rounds < 4; rounds++, clockMs += 20_000) await sessions.round();
    },
  ],
  [
    'the takeover of jobs',
    'failed to take over a job',
    async (seen) => {
      const job = { kind: 'k', organisationId: 'o', token: 1, beat: 1, owner: 'dead', attempts: 1, maxAttempts: 3 };
      const runner = createRunner({
        database: { system: { tx: async (work: (queries: object) => Promise<unknown>) => work({}) } },
        store: {
          running: async () =>
            ids.map((uuid) => ({ ...job, uuid, payload: uuid, advanced: false, cancelAsked: false })),
          write: async () => ({}),
          dueAt: async () => undefined,
          waitingKinds: async () => seen.recorded.push('looked for waiting jobs') && [],
        },
        owner: { id: 'me', isAlive: () => false },
        log: seen.log,
        now,
        nowMs,
        after: () => () => {},
      } as never);
      const onUnfinished = async (_: unknown, { payload }: { payload: unknown }) => seen.handle(String(payload));
      runner.handle('k', async () => {}, { onUnfinished } as never);
      runner.start();
      await runner.round();
      await runner.close({ graceMs: 0 });
      expect(seen.recorded).toContain('looked for waiting jobs');
    },
  ],
  [
    'webhook deliveries',
    'failed to send a delivery',
    async (seen) => {
      const waiting = [...ids];
      let turn: (job: object) => Promise<void> = async () => {};
      handleDeliveries({
        store: {
          shed: async () => 0,
          isWaiting: async () => false,
          async take() {
            const uuid = waiting.shift();
            return uuid && { delivery: { uuid, eventUuid: uuid, body: '{}' }, webhook: { uuid, url: '' }, nth: 0 };
          },
          answered: async (
            _: string,
            { delivery, result }: { delivery: { uuid: string }; result: { errorMessage: string } },
          ) => void seen.recorded.push(`${delivery.uuid}: ${result.errorMessage}`),
        },
        async send(_: string, { eventUuid }: { eventUuid: string }) {
          seen.handle(eventUuid);
          return { responseStatus: 200, success: true, errorMessage: '', latencyMs: 1 };
        },
        jobs: {
          handle(kind: string, run: typeof turn) {
            if (kind === 'webhooks.deliver') turn = run;
          },
        },
        log: seen.log,
        now,
        nowMs,
      } as never);
      await turn({ organisationId: 'o', signal: new AbortController().signal, complete: async () => {} });
      expect(seen.recorded).toEqual([
        ...['first: ', 'planted: Not sent: an internal error. The log of the server has the details.', 'last: '],
      ]);
    },
  ],
];

describe('a loop over rows of different owners', () => {
  it.each(loops)('continues after one that throws: %s', async (_, line, run) => {
    const seen = newSeen();
    await run(seen);
    expect(seen.handled).toEqual(['first', 'last']);
    expect(seen.logged).toEqual([line]);
  });

  test('continues after a transfer that throws', async () => {
    const seen = newSeen();
    const troubles: unknown[] = [];
    const watch = createTransferWatch({
      store: {
        lapsed: async () => ids.map((uuid) => ({ uuid })),
        find: async (uuid: string) => void seen.handle(uuid),
      },
      now,
      lapsesAfterMs: 1000,
      onTrouble: (error: unknown) => troubles.push(error),
    } as never);
    await watch.giveUpLapsed();
    expect(seen.handled).toEqual(['first', 'last']);
    expect(troubles).toEqual([planted]);
  });

  test('closes a call whose recording cannot be read', async () => {
    const seen = newSeen();
    const recordedMs = async (uuid: string): Promise<number> => {
      if (uuid === 'planted') throw planted;
      return 1000;
    };
    const started = calls.map((call) => ({ ...call, startedAt: at }));
    const store = {
      renew: async () => {},
      open: async () => started,
      events: async () => [],
      takeOver: async ({ uuid }: { uuid: string }) => seen.handled.push(uuid),
    };
    expect(await reconcile(seen, { store, recordedMs })).toBe(3);
    expect(seen.logged).toEqual(['failed to read the length of a recording']);
  });

  test('delivers an event to the other webhooks if one has a damaged list of events', async () => {
    const added: string[] = [];
    const outbox = createOutbox({
      store: {
        active: async () => [
          { uuid: 'damaged', events: null },
          { uuid: 'whole', events: ['call.ended'] },
        ],
        add: async (_: object, rows: readonly { webhookUuid: string }[]) =>
          void added.push(...rows.map(({ webhookUuid }) => webhookUuid)),
      },
      jobs: { enqueue: async () => undefined },
      now,
    } as never);
    await outbox.put({} as never, 'o' as never, [{ event: 'call.ended' as never, data: async () => ({}) }]);
    expect(added).toEqual(['whole']);
  });

  test('removes the copies of deleted recordings beside one that cannot be removed, and reports that one', async () => {
    const dir = temporaryFolder();
    for (const name of ['a.mp3', 'c.mp3']) writeFileSync(join(dir, name), '');
    // `rm` without `recursive` rejects a folder.
    mkdirSync(join(dir, 'b.mp3'));
    const derived = createDerivedFiles({ folders: [{ dir, ending: '.mp3' }], existing: async () => new Set() });
    await expect(derived.sweep()).rejects.toMatchObject({ code: 'ERR_FS_EISDIR' });
    expect(readdirSync(dir)).toEqual(['b.mp3']);
  });
});
