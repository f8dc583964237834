import { describe, expect, test, vi } from 'vitest';
import type { Jobs } from '../../src/jobs/index.ts';
import { newFlow } from '../data/sample-rows.ts';
import { eachDatabase } from './databases.ts';
import { aborted, enqueue, gate, openNode, rowOf, tenantA, tenantB, until } from './queue-test.ts';

eachDatabase('jobs', (open) => {
  test('that wait for nothing let timers and requests run between them', async () => {
    const database = await open();
    const count = 60;
    let [done, turns] = [0, 0];
    const node = openNode(database, {
      define: (jobs) =>
        jobs.handle('count', async () => {
          done += 1;
        }),
    });
    const turn = (): void => {
      if (done > 0 && done < count) turns += 1;
      if (done < count) setImmediate(turn);
    };
    setImmediate(turn);
    await database.system.tx(async (queries) => {
      const job = { kind: 'count', organisationId: tenantA, payload: {} };
      for (let index = 0; index < count; index += 1) await node.jobs.enqueue(queries, job);
    });
    await expect.poll(() => done).toBe(count);
    expect(turns).toBeGreaterThan(count / 3);
  });

  describe('enqueueing', () => {
    test('adds a job if and only if its transaction commits', async () => {
      const database = await open();
      const seen: string[] = [];
      const node = openNode(database, {
        define: (jobs) => jobs.handle('count', async (job) => void seen.push(job.uuid)),
      });
      const broken = database.system.tx(async (queries) => {
        await node.jobs.enqueue(queries, { kind: 'count', organisationId: tenantA, payload: {} });
        throw new Error('the business fails');
      });
      await expect(broken).rejects.toThrow('the business fails');
      const uuid = await enqueue(database, node);
      await until(database, uuid, 'done');
      expect(seen).toEqual([uuid]);
    });

    test('reserves a key while its job is open or retained, by organisation and kind', async () => {
      const database = await open();
      const node = openNode(database, { define: (jobs) => jobs.handle('count', async () => {}) });
      const once = await database.system.tx(async (queries) => {
        const job = { kind: 'count', organisationId: tenantA, payload: {}, uniqueKey: 'one' };
        return [
          await node.jobs.enqueue(queries, job),
          await node.jobs.enqueue(queries, job),
          await node.jobs.enqueue(queries, { ...job, organisationId: tenantB }),
        ];
      });
      expect(once.map((uuid) => typeof uuid)).toEqual(['string', 'undefined', 'string']);
      await until(database, once[0]!, 'done');
      expect(await enqueue(database, node, { uniqueKey: 'one' })).toBeTypeOf('string');
      const kept = await enqueue(database, node, { uniqueKey: 'two', keyStays: true });
      await until(database, kept, 'done');
      expect(await enqueue(database, node, { uniqueKey: 'two', keyStays: true })).toBeUndefined();
    });

    test('the holder of a unique key sees the rows of an enqueuer that lost', async () => {
      const database = await open();
      const { flows } = database.tables;
      const doors = gate();
      const seen: string[] = [];
      const node = openNode(database, {
        define: (jobs) =>
          jobs.handle('count', async (job) => {
            await doors.opened;
            await job.complete(async (queries) => {
              for (const { uuid } of await queries.select().from(flows)) seen.push(uuid);
            });
          }),
      });
      const key = { kind: 'count', organisationId: tenantA, payload: {}, uniqueKey: 'one' };
      const uuid = await enqueue(database, node, { uniqueKey: 'one' });
      await node.begun(uuid);
      await database.system.tx(
        async (queries) => {
          await queries.insert(flows).values({ ...newFlow('written'), organisationId: tenantA });
          expect(await node.jobs.enqueue(queries, key)).toBeUndefined();
          // It looks while what is written is not kept yet, unless it waits.
          doors.open();
          await new Promise((resolve) => setTimeout(resolve, 200));
        },
        { asIfAlone: false },
      );
      await until(database, uuid, 'done');
      expect(new Set(seen)).toEqual(new Set(['written']));
    });

    test('delays a job until its time', async () => {
      const database = await open();
      const ran: number[] = [];
      const node = openNode(database, { define: (jobs) => jobs.handle('count', async () => void ran.push(1)) });
      await node.round();
      const uuid = await enqueue(database, node, { runAt: new Date(node.now().getTime() + 10_000) });
      await node.pass(9000);
      expect([ran.length, (await rowOf(database, uuid)).status]).toEqual([0, 'delayed']);
      await node.pass(2000);
      await until(database, uuid, 'done');
    });
  });

  describe('the order of jobs', () => {
    test('is by priority, then by time, within an organisation', async () => {
      const database = await open();
      const order: unknown[] = [];
      const silent = openNode(database);
      await enqueue(database, silent, { payload: { name: 'low' }, priority: 'low' });
      await enqueue(database, silent, { payload: { name: 'normal' } });
      await enqueue(database, silent, { payload: { name: 'high' }, priority: 'high' });
      const node = openNode(database, {
        define: (jobs) => jobs.handle('count', async (job) => void order.push((job.payload as { name: string }).name)),
      });
      await node.round();
      await vi.waitFor(() => expect(order).toEqual(['high', 'normal', 'low']), { timeout: 60_000 });
    });

    test('does not let one organisation with many jobs delay another', async () => {
      const database = await open();
      const order: string[] = [];
      const silent = openNode(database);
      const job = { kind: 'count', organisationId: tenantA, payload: {} };
      await database.system.tx(async (queries) => {
        for (let index = 0; index < 300; index++) await silent.jobs.enqueue(queries, job);
        await silent.jobs.enqueue(queries, { ...job, organisationId: tenantB });
      });
      const node = openNode(database, {
        define: (jobs) => jobs.handle('count', async (given) => void order.push(given.organisationId)),
      });
      await node.round();
      await vi.waitFor(() => expect(order.length).toBeGreaterThan(4), { timeout: 60_000 });
      expect(order.indexOf(tenantB)).toBeLessThan(2);
    });

    test('respects the limits of a kind on this node, of a kind in total, and of slots', async () => {
      const database = await open();
      const running = { here: 0, everywhere: 0, small: 0 };
      const most = { ...running };
      const doors = gate();
      const hold = (name: keyof typeof running) => async () => {
        running[name] += 1;
        most[name] = Math.max(most[name], running[name]);
        await doors.opened;
        running[name] -= 1;
      };
      const define = (jobs: Jobs): void => {
        jobs.handle('here', hold('here'), { concurrency: 2 });
        jobs.handle('everywhere', hold('everywhere'), { concurrency: 3, everywhere: 4 });
      };
      const nodes = [openNode(database, { define }), openNode(database, { define })];
      const small = openNode(database, {
        concurrency: 1,
        define: (jobs) => jobs.handle('small', hold('small'), { concurrency: 5 }),
      });
      const uuids: string[] = [];
      for (const kind of ['here', 'everywhere', 'small'])
        for (let index = 0; index < 8; index++) uuids.push(await enqueue(database, small, { kind }));
      await Promise.all([...nodes, small].map((node) => node.round()));
      await vi.waitFor(() => expect(running).toEqual({ here: 4, everywhere: 4, small: 1 }), { timeout: 60_000 });
      doors.open();
      await vi.waitFor(
        async () => {
          await Promise.all(nodes.map((node) => node.round()));
          for (const uuid of uuids) expect((await rowOf(database, uuid)).status).toBe('done');
        },
        { timeout: 60_000 },
      );
      expect(most).toEqual({ here: 4, everywhere: 4, small: 1 });
    });

    test('of a kind leave slots to another organisation when one has its limit running', async () => {
      const database = await open();
      const doors = gate();
      const define = (jobs: Jobs): void =>
        jobs.handle('slow', () => doors.opened, { concurrency: 3, ofOrganisation: 2 });
      const nodes = [openNode(database, { define }), openNode(database, { define })] as const;
      const ours: string[] = [];
      for (let index = 0; index < 5; index++) ours.push(await enqueue(database, nodes[0], { kind: 'slow' }));
      await Promise.all(nodes.map((node) => node.round()));
      const theirs = await enqueue(database, nodes[0], { kind: 'slow', organisationId: tenantB });
      await Promise.all(nodes.map((node) => node.round()));
      await until(database, theirs, 'running');
      const statuses = await Promise.all(ours.map(async (uuid) => (await rowOf(database, uuid)).status));
      expect(statuses.filter((status) => status === 'running')).toHaveLength(2);
      doors.open();
      for (const uuid of [...ours, theirs]) await until(database, uuid, 'done');
    });
  });

  describe('a failing job', () => {
    test('is repeated later, and dead after its last attempt', async () => {
      const database = await open();
      const attempts: number[] = [];
      const node = openNode(database, {
        define: (jobs) =>
          jobs.handle('count', async (job) => {
            attempts.push(job.attempt);
            throw Object.assign(new Error('no line'), { code: 'busy' });
          }),
      });
      const uuid = await enqueue(database, node, { maxAttempts: 2, payload: { to: 1 } });
      await until(database, uuid, 'delayed');
      await node.pass(1000);
      expect(attempts).toEqual([1]);
      await node.pass(1000);
      const dead = await until(database, uuid, 'dead');
      expect(attempts).toEqual([1, 2]);
      expect(dead).toMatchObject({ error: 'busy: no line', attempts: 2, payload: { to: 1 } });
    });

    test('changes of a handler’s completion commit if and only if the job completes', async () => {
      const database = await open();
      let breaks = true;
      const node = openNode(database, {
        define: (jobs) => {
          jobs.handle('effect', async () => {});
          jobs.handle('count', (job) =>
            job.complete(async (queries) => {
              await jobs.enqueue(queries, { kind: 'effect', organisationId: tenantB, payload: {} });
              if (breaks) throw new Error('later');
            }),
          );
        },
      });
      const uuid = await enqueue(database, node);
      await until(database, uuid, 'delayed');
      const effects = async () => (await node.jobs.tally()).filter(({ kind }) => kind === 'effect');
      expect(await effects()).toEqual([]);
      breaks = false;
      await node.pass(2000);
      const done = await until(database, uuid, 'done');
      expect(done).toMatchObject({ attempts: 2, progress: 1, error: null, payload: {} });
      expect((await effects()).reduce((sum, { count }) => sum + count, 0)).toBe(1);
    });

    test('a completed step is not repeated', async () => {
      const database = await open();
      const steps = new Set<number>();
      const seen: unknown[] = [];
      const node = openNode(database, {
        define: (jobs) =>
          jobs.handle('count', async (job) => {
            seen.push(
              await job.step('first', async () => {
                // A transaction may be run again.
                steps.add(job.attempt);
                return { attempt: job.attempt };
              }),
            );
            await job.step('answers nothing', async () => {});
            if (job.attempt === 1) throw new Error('after the step');
          }),
      });
      const uuid = await enqueue(database, node);
      await until(database, uuid, 'delayed');
      await node.pass(2000);
      await until(database, uuid, 'done');
      expect([...steps]).toEqual([1]);
      expect(seen).toEqual([{ attempt: 1 }, { attempt: 1 }]);
    });

    test('an attempt has a time limit', async () => {
      const database = await open();
      const node = openNode(database, {
        define: (jobs) => jobs.handle('count', (job) => aborted(job), { timeLimitMs: 3000 }),
      });
      const uuid = await enqueue(database, node, { maxAttempts: 1 });
      await node.begun(uuid);
      await node.pass(3000);
      expect((await until(database, uuid, 'dead')).error).toMatch(/^job_out_of_time/);
    });
  });

  describe('monitoring and ending jobs', () => {
    test('progress is reported, and cancelling reaches waiting jobs at once and running ones by signal', async () => {
      const database = await open();
      const codes: unknown[] = [];
      const define = (jobs: Jobs) =>
        jobs.handle('count', async (job) => {
          await job.progress(0.25, 'A quarter is done.');
          await aborted(job).catch((error: { code?: unknown }) => {
            codes.push(error.code);
            throw error;
          });
        });
      const node = openNode(database, { define });
      const other = openNode(database);
      const cancel = (uuid: string) => database.system.tx((queries) => other.jobs.cancel(queries, uuid));
      const running = await enqueue(database, node);
      const waiting = await enqueue(database, node);
      const delayed = await enqueue(database, node, { runAt: new Date(node.now().getTime() + 60_000) });
      await node.begun(running);
      await vi.waitFor(
        async () =>
          expect(await rowOf(database, running)).toMatchObject({ progress: 0.25, note: 'A quarter is done.' }),
        { timeout: 60_000 },
      );
      expect(await Promise.all([waiting, delayed, running].map(cancel))).toEqual([true, true, true]);
      expect((await rowOf(database, waiting)).status).toBe('cancelled');
      expect((await rowOf(database, delayed)).status).toBe('cancelled');
      await node.round();
      await until(database, running, 'cancelled');
      expect(codes).toEqual(['job_cancelled']);
      expect(await cancel(running)).toBe(false);
    });

    test('a periodic job exists once per period, in any number of processes', async () => {
      const database = await open();
      const define = (jobs: Jobs) => jobs.handle('hourly', async () => {}, { everyMs: 3_600_000 });
      const nodes = [openNode(database, { define }), openNode(database, { define })];
      const ticks = async () => (await nodes[0]!.jobs.tally()).filter(({ kind }) => kind === 'hourly');
      const ran = async () => (await ticks()).reduce((sum, { count }) => sum + count, 0);
      await Promise.all(nodes.map((node) => node.round()));
      expect(await ran()).toBe(1);
      for (const node of nodes) {
        node.setWallClock(3_600_000);
        await node.round();
      }
      expect(await ran()).toBe(2);
    });

    test('a stop lets handlers finish, and returns the others with their attempt', async () => {
      const database = await open();
      const doors = gate();
      const node = openNode(database, {
        define: (jobs) => {
          jobs.handle('finishes', () => doors.opened);
          jobs.handle('stays', (job) => aborted(job));
        },
      });
      const finishes = await enqueue(database, node, { kind: 'finishes' });
      const stays = await enqueue(database, node, { kind: 'stays' });
      await node.begun(finishes);
      await node.begun(stays);
      let isClosed = false;
      const closed = node.jobs.close({ graceMs: 5000 }).then(() => {
        isClosed = true;
      });
      doors.open();
      await until(database, finishes, 'done');
      const late = await enqueue(database, node, { kind: 'finishes' });
      while (!isClosed) await node.pass(1000);
      await closed;
      expect(await rowOf(database, stays)).toMatchObject({ status: 'waiting', attempts: 0 });
      expect((await rowOf(database, late)).status).toBe('waiting');
    });

    test('finished jobs are swept, dead ones last', async () => {
      const database = await open();
      const node = openNode(database, {
        define: (jobs) =>
          jobs.handle('count', async (job) => {
            if ((job.payload as { fails?: boolean }).fails) throw Object.assign(new Error('no'), { retryable: false });
          }),
      });
      const done = await enqueue(database, node);
      const dead = await enqueue(database, node, { payload: { fails: true } });
      await until(database, done, 'done');
      await until(database, dead, 'dead');
      node.setWallClock(4 * 86_400_000);
      await node.round();
      await vi.waitFor(async () => expect(await rowOf(database, done)).toBeUndefined(), { timeout: 60_000 });
      expect((await rowOf(database, dead)).status).toBe('dead');
    });

    test('jobs are counted by kind and status, with the age of the oldest', async () => {
      const database = await open();
      const node = openNode(database);
      await enqueue(database, node);
      await enqueue(database, node);
      await node.pass(5000);
      const [tally] = (await node.jobs.tally()).filter(({ kind }) => kind === 'count');
      expect(tally).toEqual({ kind: 'count', status: 'waiting', count: 2, oldestAgeMs: 5000 });
    });
  });
});
