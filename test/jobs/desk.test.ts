import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createJobDesk, registerJobRoutes } from '../../src/features/operations/job-control/index.ts';
import { apiKey, fakeAuthenticator, session, waiting } from '../http/fake-authenticator.ts';
import { bearing, openTestServer } from '../http/test-server.ts';
import { eachDatabase } from './databases.ts';
import { enqueue, openNode, tenantA, tenantB, until } from './queue-test.ts';

eachDatabase('the desk of jobs', (open) => {
  async function openDesk() {
    const state = { fails: true };
    const database = await open();
    const node = openNode(database, {
      define: (jobs) =>
        jobs.handle('count', async (job) => {
          await job.progress(0.5, 'Half is done.');
          if (state.fails) throw Object.assign(new Error('no line'), { code: 'busy', retryable: false });
        }),
    });
    const authenticator = fakeAuthenticator({
      member: session('member', { organisationId: tenantA }),
      stranger: session('admin', { organisationId: tenantB }),
      key: apiKey([], { organisationId: tenantA, superadmin: true }),
      operator: { ...waiting(), superadmin: true },
    });
    const { app, logged } = await openTestServer({ authenticator });
    registerJobRoutes(app, createJobDesk(database, node.jobs));
    const ask = (who: string, method: 'GET' | 'POST' | 'DELETE', url: string) =>
      app.inject({ method, url, headers: bearing(who) });
    const personal = { campaign: 7, personal: { phone: '+12025550100' } };
    const uuid = await enqueue(database, node, { payload: personal, uniqueKey: 'one' });
    await until(database, uuid, 'dead');
    return { state, database, node, ask, logged, uuid, url: `/api/jobs/${uuid}` };
  }

  test('members see the progress of their jobs, operators the failures, without personal data', async () => {
    const { ask, url } = await openDesk();
    const seen = await ask('member', 'GET', url);
    expect(seen.json()).toMatchObject({
      kind: 'count',
      status: 'dead',
      progress: 0.5,
      note: 'Half is done.',
      error: 'busy: no line',
      attempts: 1,
    });
    const listed = await ask('operator', 'GET', '/api/jobs');
    expect(listed.json()).toMatchObject({
      total: 1,
      jobs: [{ organisation: tenantA, payload: { campaign: 7, personal: '[hidden]' } }],
    });
    expect(seen.body + listed.body).not.toContain('5550100');
    const foreign = await ask('stranger', 'GET', url);
    const missing = await ask('stranger', 'GET', `/api/jobs/${randomUUID()}`);
    expect([foreign.statusCode, missing.statusCode]).toEqual([404, 404]);
  });

  test('only an operator requeues or removes a dead job', async () => {
    const { state, database, node, ask, logged, uuid, url } = await openDesk();
    for (const who of ['member', 'stranger', 'key'])
      for (const [method, path] of [
        ['GET', '/api/jobs'],
        ['POST', `${url}/retry`],
        ['DELETE', url],
      ] as const)
        expect((await ask(who, method, path)).statusCode).toBe(403);

    const same = await enqueue(database, openNode(database), { uniqueKey: 'one', runAt: new Date('2999-01-01') });
    expect((await ask('operator', 'POST', `${url}/retry`)).statusCode).toBe(409);
    await database.system.tx((queries) => node.jobs.cancel(queries, same));
    state.fails = false;
    expect((await ask('operator', 'POST', `${url}/retry`)).statusCode).toBe(204);
    await until(database, uuid, 'done');
    expect((await ask('operator', 'POST', `${url}/retry`)).statusCode).toBe(404);

    state.fails = true;
    const other = await enqueue(database, node);
    await until(database, other, 'dead');
    expect((await ask('operator', 'DELETE', `/api/jobs/${other}`)).statusCode).toBe(204);
    expect((await ask('operator', 'GET', '/api/jobs')).json()).toMatchObject({ total: 0, jobs: [] });
    expect(logged.filter(({ msg }) => String(msg).startsWith('operator'))).toHaveLength(2);
  });
});
