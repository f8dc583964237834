import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { checkAnswers, isDatabaseAway, openDatabase } from '../../src/data/index.ts';
import { lineNumber, localHeaders, openTestApp } from '../http/test-app.ts';
import { onPostgres } from './databases.ts';
import { migrationsDir, onServer } from './postgres-server.ts';
import { throughProxy } from './proxied-postgres.ts';

const patient = { timeout: 30_000, interval: 20 };

onPostgres('a database whose network drops packets', ({ place }) => {
  async function openBehindProxy() {
    const { dataDir, databaseUrl = '' } = await place();
    const { proxy, url } = await throughProxy(databaseUrl, onTestFinished);
    const database = await openDatabase({ dataDir, databaseUrl: url, migrationsDir });
    onTestFinished(() => database.close());
    return { proxy, database };
  }

  test('rejects statements and transactions in progress, then all at once, and answers when it is back', async () => {
    const { proxy, database } = await openBehindProxy();
    await checkAnswers(database);
    expect(database.silentSinceMs()).toBeUndefined();
    proxy.silence();
    const inProgress = await Promise.allSettled([
      checkAnswers(database),
      ...Array.from({ length: 20 }, () => database.system.tx(async (queries) => queries.rows(sql`SELECT 1`))),
    ]);
    expect(inProgress.map((one) => one.status === 'rejected' && isDatabaseAway(one.reason))).not.toContain(false);
    expect(database.silentSinceMs()).toBeDefined();
    // A rejection at once precedes the next turn of the event loop.
    const next = checkAnswers(database).then(
      () => 'answered',
      () => 'rejected',
    );
    const turn = new Promise((resolve) => setImmediate(() => setImmediate(() => resolve('waits'))));
    expect(await Promise.race([next, turn])).toBe('rejected');
    await proxy.restore();
    await vi.waitFor(() => checkAnswers(database), patient);
    expect(database.silentSinceMs()).toBeUndefined();
  }, 60_000);

  test('is noticed when the server is stopped, too', async () => {
    const { proxy, database } = await openBehindProxy();
    await proxy.cut();
    await vi.waitFor(() => expect(database.silentSinceMs()).toBeDefined(), patient);
    await proxy.restore();
    await vi.waitFor(() => checkAnswers(database), patient);
  }, 60_000);

  test('is away while it accepts no writes, as after a failover to a standby', async () => {
    const { dataDir, databaseUrl = '' } = await place();
    const database = await openDatabase({ dataDir, databaseUrl, migrationsDir });
    onTestFinished(() => database.close());
    const name = new URL(databaseUrl).pathname.slice(1);
    const sessions = () => database.system.read.rows<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`);
    const [before] = await sessions();
    /** New sessions cannot write, and those of the probe and of no other end, like at a server that was demoted. */
    const demote = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = '${name}' AND application_name = 'parley watch'`;
    await onServer([`ALTER DATABASE ${name} SET default_transaction_read_only = on`, demote]);
    await vi.waitFor(() => expect(database.silentSinceMs()).toBeDefined(), patient);
    await expect(checkAnswers(database)).rejects.toSatisfy(isDatabaseAway);
    await onServer([`ALTER DATABASE ${name} RESET default_transaction_read_only`]);
    await vi.waitFor(() => checkAnswers(database), patient);
    expect((await sessions())[0]?.pid, 'connections are new').not.toBe(before?.pid);
  }, 60_000);

  test('does not delay the health check, which reports it', async () => {
    const { dataDir, databaseUrl = '' } = await place();
    const { proxy, url } = await throughProxy(databaseUrl, onTestFinished);
    const app = await openTestApp({ dataDir, env: { DATABASE_URL: url } });
    const health = async () => (await app.http.inject({ url: '/health' })).json();
    // The first answer may come before the settings have been read.
    await vi.waitFor(async () => expect((await health()).model_routing).not.toBeNull(), patient);
    const before = await health();
    expect(before.database).toEqual({ state: 'connected', away_seconds: null });
    proxy.silence();
    let isReadyKnown = false;
    const ready = app.http.inject({ url: '/ready' }).then((response) => {
      isReadyKnown = true;
      return response.statusCode;
    });
    const during = await health();
    expect(isReadyKnown, 'health does not wait for the database').toBe(false);
    expect(during.model_routing).toEqual(before.model_routing);
    expect(await ready, 'calls are answered').toBe(200);
    await vi.waitFor(async () => expect((await health()).database.state).toBe('away'), patient);
    const answer = await app.http.inject({ url: '/health' });
    expect(answer.statusCode).toBe(200);
    expect(answer.json().cluster.nodes).toEqual([]);
    await proxy.restore();
    await vi.waitFor(async () => expect((await health()).database.state).toBe('connected'), patient);
    await vi.waitFor(async () => expect((await app.http.inject({ url: '/ready' })).statusCode).toBe(200), patient);
  }, 60_000);

  test('answers callers with a stream, from what it read before', async () => {
    const { dataDir, databaseUrl = '' } = await place();
    const { proxy, url } = await throughProxy(databaseUrl, onTestFinished);
    const app = await openTestApp({ dataDir, env: { DATABASE_URL: url } });
    let calls = 0;
    const answer = async () => {
      const payload = new URLSearchParams({ CallUUID: `call-${calls++}`, From: '+12025550199', To: lineNumber });
      const { statusCode, body } = await app.http.inject({
        method: 'POST',
        url: '/api/voice/webhooks/telephony_a/answer',
        headers: { ...localHeaders, 'content-type': 'application/x-www-form-urlencoded' },
        payload: payload.toString(),
      });
      return { statusCode, isBusy: body.includes('<Hangup reason="busy"/>'), hasStream: body.includes('</Stream>') };
    };
    const stream = { statusCode: 200, isBusy: false, hasStream: true };
    expect(await answer()).toEqual(stream);
    proxy.silence();
    expect(await answer(), 'while the outage is being noticed').toEqual(stream);
    expect(await answer()).toEqual(stream);
    await proxy.restore();
    await vi.waitFor(async () => expect(await answer()).toEqual(stream), patient);
    await proxy.cut();
    expect(await answer(), 'a stopped server').toEqual(stream);
    await proxy.restore();
    await vi.waitFor(async () => expect(await answer()).toEqual(stream), patient);
  }, 60_000);
});
