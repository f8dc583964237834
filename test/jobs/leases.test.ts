import { expect, test, vi } from 'vitest';
import type { JobStop, Jobs } from '../../src/jobs/index.ts';
import type { JobRow } from '../../src/jobs/job.ts';
import { eachDatabase } from './databases.ts';
import { aborted, enqueue, gate, leaseMs, openNode, rowOf, until } from './queue-test.ts';

eachDatabase('leases of jobs', (open) => {
  test('of a dead process end at once, of a hung one after their time', async () => {
    const database = await open();
    const dead = new Set<string>();
    const seen: string[] = [];
    const define = (name: string) => (jobs: Jobs) =>
      jobs.handle('count', async (job) => {
        seen.push(name);
        if (name === 'first') await aborted(job);
      });
    const first = openNode(database, { define: define('first') });
    const uuid = await enqueue(database, first);
    await vi.waitFor(() => expect(seen).toEqual(['first']), { timeout: 60_000 });
    const second = openNode(database, { define: define('second'), dead });
    await second.pass(leaseMs - 1000);
    expect((await rowOf(database, uuid)).status).toBe('running');
    dead.add(first.id);
    await second.round();
    await until(database, uuid, 'done');
    expect(seen).toEqual(['first', 'second']);
  });

  test('a job that keeps a step in each attempt survives any number of crashes, one that does not is dead', async () => {
    const database = await open();
    const dead = new Set<string>();
    const uuids: Record<string, string> = {};
    const attempts: number[] = [];
    for (let crash = 0; crash < 6; crash++) {
      const define = (jobs: Jobs) => {
        jobs.handle('count', async (job) => {
          attempts.push(job.attempt);
          await job.step(`piece ${crash}`, async () => crash);
          await aborted(job);
        });
        jobs.handle('stuck', async (job) => {
          await job.step('first', async () => 1);
          await aborted(job);
        });
      };
      const node = openNode(database, { define, dead });
      for (const kind of crash === 0 ? ['count', 'stuck'] : [])
        uuids[kind] = await enqueue(database, node, { kind, maxAttempts: 3 });
      await node.round();
      const steps = () => database.system.read.select().from(database.tables.jobSteps);
      await vi.waitFor(async () => expect((await steps()).length).toBe(crash + 2), { timeout: 60_000 });
      await until(database, uuids.count!, 'running');
      dead.add(node.id);
      node.freeze(1000);
    }
    const last = openNode(database, { dead, define: (jobs) => jobs.handle('count', async () => {}) });
    await last.round();
    await until(database, uuids.count!, 'done');
    expect(attempts).toEqual([1, 1, 1, 1, 1, 1]);
    expect(await rowOf(database, uuids.stuck!)).toMatchObject({ status: 'dead', attempts: 3 });
  });

  test('reject writes with an old token, and the handler is notified', async () => {
    const database = await open();
    const woken = gate();
    const refusals: unknown[] = [];
    const define = (slow: boolean) => (jobs: Jobs) =>
      jobs.handle('count', async (job) => {
        if (slow) await woken.opened;
        if (slow) {
          for (const write of [() => job.step('late', async () => 1), () => job.progress(0.9), () => job.complete()])
            await write().catch((error: { code?: unknown }) => refusals.push(error.code));
          refusals.push((job.signal.reason as JobStop).code);
        }
      });
    const frozen = openNode(database, { define: define(true) });
    const uuid = await enqueue(database, frozen);
    await frozen.begun(uuid);
    const second = openNode(database, { define: define(false) });
    await second.pass(leaseMs + 1000);
    const done = await until(database, uuid, 'done');
    woken.open();
    await vi.waitFor(() => expect(refusals).toEqual(Array(4).fill('job_lost')), { timeout: 60_000 });
    expect(await rowOf(database, uuid)).toEqual(done);
  });

  test('are renewed as long as a handler runs, whatever happens to the wall clock', async () => {
    const database = await open();
    const seen: string[] = [];
    const doors = gate();
    const define = (name: string) => (jobs: Jobs) =>
      jobs.handle('count', async () => {
        seen.push(name);
        await doors.opened;
      });
    const first = openNode(database, { define: define('first') });
    const uuid = await enqueue(database, first);
    await first.begun(uuid);
    const second = openNode(database, { define: define('second') });
    second.setWallClock(86_400_000);
    for (let beat = 0; beat < 20; beat++) {
      await first.pass(1000);
      await second.pass(1000);
      if (beat === 10) first.setWallClock(-86_400_000);
    }
    doors.open();
    await until(database, uuid, 'done');
    expect(seen).toEqual(['first']);
  });

  test('that cannot be renewed make the runner give up before another may take its jobs', async () => {
    const database = await open();
    const codes: unknown[] = [];
    const node = openNode(database, {
      define: (jobs) =>
        jobs.handle('count', (job) => aborted(job).catch((error: { code?: unknown }) => void codes.push(error.code))),
    });
    const uuid = await enqueue(database, node);
    await node.begun(uuid);
    await node.round();
    node.freeze(leaseMs - 1500);
    void node.jobs.round();
    expect(codes).toEqual([]);
    await vi.waitFor(() => expect(codes).toEqual(['job_lost']), { timeout: 60_000 });
  });

  test('are checked again when a check took longer than a beat', async () => {
    const database = await open();
    const doors = gate();
    const define = (jobs: Jobs) => jobs.handle('count', (job) => aborted(job));
    const other = openNode(database, { define });
    await until(database, await enqueue(database, other), 'running');
    const asked: number[] = [];
    const asking = async (): Promise<void> => {
      asked.push(1);
      await doors.opened;
    };
    const slow = openNode(database, { asking });
    await vi.waitFor(() => expect(asked).toHaveLength(1), { timeout: 60_000 });
    slow.passBy(leaseMs / 3);
    doors.open();
    await vi.waitFor(() => expect(asked.length).toBeGreaterThan(1), { timeout: 60_000 });
  });

  test('of a job that is claimed while another owner is being checked are kept', async () => {
    const database = await open();
    const define = (jobs: Jobs) => jobs.handle('count', (job) => aborted(job));
    await until(database, await enqueue(database, openNode(database, { define })), 'running');
    const [claim, check] = [gate(), gate()];
    const state = { holdsClaims: false, isChecking: false };
    const tx: typeof database.system.tx = async (work, options) => {
      const result = await database.system.tx(work, options);
      const isClaim = Array.isArray(result) && result.some((row) => (row as Partial<JobRow>).kind === 'later');
      if (state.holdsClaims && isClaim) await claim.opened;
      return result;
    };
    const asking = async (): Promise<void> => {
      state.isChecking = true;
      await check.opened;
    };
    const signals: AbortSignal[] = [];
    const node = openNode(
      { ...database, system: { ...database.system, tx } },
      {
        asking: () => (state.holdsClaims ? asking() : Promise.resolve()),
        define: (jobs) =>
          jobs.handle('later', (job) => {
            signals.push(job.signal);
            return aborted(job);
          }),
      },
    );
    await node.round();
    state.holdsClaims = true;
    const uuid = await enqueue(database, node, { kind: 'later' });
    await until(database, uuid, 'running');
    const round = node.round();
    await vi.waitFor(() => expect(state.isChecking).toBe(true), { timeout: 60_000 });
    claim.open();
    await node.begun(uuid);
    check.open();
    await round;
    expect(signals.map(({ aborted: isAborted }) => isAborted)).toEqual([false]);
    expect(await rowOf(database, uuid)).toMatchObject({ status: 'running', attempts: 1 });
  });

  test('of attempts whose end could not be written end with the next round', async () => {
    const database = await open();
    const ended: number[] = [];
    const tx: typeof database.system.tx = (work, options) =>
      database.system.tx(async (queries) => {
        const result = await work(queries);
        // Neither that the first attempt is done can be written, nor that it is not.
        if (ended.length === 1 && options?.asIfAlone !== false) throw new Error('the disk is full');
        return result;
      }, options);
    const broken = { ...database, system: { ...database.system, tx } };
    const node = openNode(broken, {
      define: (jobs) => jobs.handle('count', async (job) => void ended.push(job.attempt)),
    });
    const uuid = await enqueue(database, node);
    await vi.waitFor(
      async () => {
        await node.round();
        expect((await rowOf(database, uuid)).status).toBe('done');
      },
      { timeout: 60_000 },
    );
    expect(ended).toEqual([1, 2]);
  });

  test('of a job that kills its worker end with a dead job', async () => {
    const database = await open();
    const dead = new Set<string>();
    const define = (jobs: Jobs) => jobs.handle('count', (job) => aborted(job));
    const first = openNode(database, { define, dead });
    const uuid = await enqueue(database, first, { maxAttempts: 2 });
    await first.begun(uuid);
    const second = openNode(database, { define, dead });
    dead.add(first.id);
    await second.round();
    await vi.waitFor(async () => expect((await rowOf(database, uuid)).owner).toBe(second.id), { timeout: 60_000 });
    const third = openNode(database, { define, dead });
    dead.add(second.id);
    await third.round();
    expect((await until(database, uuid, 'dead')).error).toMatch(/^job_abandoned/);
  });
});
