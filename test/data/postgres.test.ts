import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Database, isDiskTrouble, openDatabase } from '../../src/data/index.ts';
import { createLog } from '../../src/log.ts';
import { temporaryFolder } from '../http/test-app.ts';
import { freshPostgres, onPostgres } from './databases.ts';
import { dropDatabase, migrationsDir, onServer } from './postgres-server.ts';
import { newFlow, ours } from './sample-rows.ts';

const secret = 'b4ttery-staple';

async function faultOf(databaseUrl: string): Promise<{ code: string; message: string; advice: string }> {
  const opening = openDatabase({ dataDir: temporaryFolder(), migrationsDir, databaseUrl });
  return opening.then(
    () => expect.fail('it opened'),
    (error) => error as { code: string; message: string; advice: string },
  );
}

/** Stands between a database and its server, and can be cut off. */
async function openRelay(databaseUrl: string): Promise<{ url: string; cut(): void; mend(): void }> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isCut = false;
  const relay: Server = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = connect(Number(target.port || 5432), target.hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    relay.close();
  });
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((relay.address() as { port: number }).port);
  return {
    url: url.href,
    cut() {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    mend() {
      isCut = false;
    },
  };
}

describe('a database server that cannot be used is reported with a remedy', () => {
  test('without a server', async () => {
    const fault = await faultOf(`postgres://someone:${secret}@127.0.0.1:1/parley`);
    expect(fault).toMatchObject({ code: 'database_unreachable', advice: expect.stringContaining('DATABASE_URL') });
    expect(fault.message).toContain('someone@127.0.0.1:1/parley');
    expect(fault.message).not.toContain(secret);
  });
});

/** Returns clients that hold every connection that the server grants to this user. */
async function takeFreeConnections(connectionString: string): Promise<pg.Client[]> {
  const clients: pg.Client[] = [];
  for (;;) {
    const client = new pg.Client({ connectionString });
    try {
      await client.connect();
    } catch (error) {
      expect(error).toMatchObject({ code: '53300' });
      return clients;
    }
    clients.push(client);
  }
}

onPostgres('PostgreSQL', () => {
  test('without the database, or the right to create tables, the server’s own message is shown', async () => {
    const url = new URL(await freshPostgres());
    const missing = new URL(url);
    missing.pathname = '/parley_there_is_none';
    missing.password = secret;
    const fault = await faultOf(missing.href);
    expect(fault).toMatchObject({ code: 'database_refused', message: expect.stringContaining('does not exist') });
    expect(fault.message).not.toContain(secret);

    const role = `${url.pathname.slice(1)}_guest`;
    await onServer(`CREATE ROLE ${role} LOGIN; REVOKE CREATE ON SCHEMA public FROM PUBLIC`, url.href);
    onTestFinished(async () => void (await onServer(`DROP ROLE ${role}`)));
    url.username = role;
    expect(await faultOf(url.href)).toMatchObject({
      code: 'database_refused',
      message: expect.stringContaining('permission denied'),
    });
  });

  test('with a database that is not UTF8, opening fails', async () => {
    const url = new URL(await freshPostgres());
    const name = `${url.pathname.slice(1)}_ascii`;
    await onServer(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'SQL_ASCII' LC_COLLATE 'C' LC_CTYPE 'C'`);
    onTestFinished(async () => void (await onServer(`DROP DATABASE ${name} WITH (FORCE)`)));
    url.pathname = `/${name}`;
    expect(await faultOf(url.href)).toMatchObject({ code: 'database_refused' });
  });

  test('an outage is reported, rejected as temporary, and ends by itself', async () => {
    const relay = await openRelay(await freshPostgres());
    const logged: { msg: string; server: string }[] = [];
    const log = createLog({ level: 'info', stream: { write: (line) => void logged.push(JSON.parse(line)) } });
    const databaseUrl = relay.url.replace('@', `:${secret}@`);
    const database = await openDatabase({ dataDir: '', migrationsDir, databaseUrl, log });
    onTestFinished(() => database.close());
    const read = () => database.system.read.select().from(database.tables.flows);
    expect(await read()).toEqual([]);

    relay.cut();
    const refused = await read().catch((error: unknown) => error);
    expect(isDiskTrouble(refused)).toBe(true);
    expect(isDiskTrouble(await database.system.tx(async () => 1).catch((error: unknown) => error))).toBe(true);
    relay.mend();
    await vi.waitFor(async () => expect(await read()).toEqual([]), { timeout: 60_000 });
    expect(logged.map(({ msg }) => msg)).toEqual(['database connection lost', 'database connection restored']);
    expect(JSON.stringify(logged)).not.toContain(secret);
  });

  test('a connection lost in a transaction leaves nothing of it', async () => {
    const relay = await openRelay(await freshPostgres());
    const database = await openDatabase({ dataDir: '', migrationsDir, databaseUrl: relay.url });
    onTestFinished(() => database.close());
    const { flows } = database.tables;
    const broken = database.system.tx(async (queries) => {
      await queries.insert(flows).values({ ...newFlow('one'), organisationId: ours });
      relay.cut();
      await queries.insert(flows).values({ ...newFlow('two'), organisationId: ours });
    });
    expect(isDiskTrouble(await broken.catch((error: unknown) => error))).toBe(true);
    relay.mend();
    await vi.waitFor(async () => expect(await database.system.read.select().from(flows)).toEqual([]), {
      timeout: 60_000,
    });
  });

  test('a server without a free connection is waited for, for some seconds', async () => {
    const url = new URL(await freshPostgres());
    const name = url.pathname.slice(1);
    const role = `${name}_limited`;
    await onServer([`CREATE ROLE ${role} LOGIN CONNECTION LIMIT 3`, `ALTER DATABASE ${name} OWNER TO ${role}`]);
    onTestFinished(async () => {
      await dropDatabase(name);
      await onServer(`DROP ROLE ${role}`);
    });
    url.username = role;
    const database = await openDatabase({ dataDir: '', migrationsDir, databaseUrl: url.href, connections: 2 });
    onTestFinished(() => database.close());
    const others = await takeFreeConnections(url.href);
    const read = () => database.system.read.select().from(database.tables.flows);
    const write = () => database.system.tx(async (queries) => queries.insert(database.tables.flows).values(flow));
    const flow = { ...newFlow('one'), organisationId: ours };

    const refused = await Promise.allSettled([read(), write()]);
    for (const one of refused) expect(isDiskTrouble(one.status === 'rejected' && one.reason)).toBe(true);

    const waiting = [read(), write()];
    await pause(300);
    for (const other of others) await other.end();
    await Promise.all(waiting);
    expect(await read()).toMatchObject([{ name: 'one' }]);
  });

  test('a failed statement leaves nothing of its transaction, whatever the caller does', async () => {
    const database = await openDatabase({ dataDir: '', migrationsDir, databaseUrl: await freshPostgres() });
    onTestFinished(() => database.close());
    const { flows } = database.tables;
    const add = { ...newFlow('one'), organisationId: ours };
    const swallowed = database.system.tx(async (queries) => {
      await queries.insert(flows).values(add);
      await Promise.allSettled([queries.insert(flows).values(add)]);
    });
    await expect(swallowed).rejects.toMatchObject({ code: '23505' });
    expect(await database.system.read.select().from(flows)).toEqual([]);
  });

  test('two simultaneous starts migrate once', async () => {
    const databaseUrl = await freshPostgres();
    const open = (): Promise<Database> => openDatabase({ dataDir: '', migrationsDir, databaseUrl });
    const both = await Promise.all([open(), open()]);
    const applied = both.map(({ migrated }) => migrated.length);
    for (const database of both) await database.close();
    expect(Math.min(...applied)).toBe(0);
    expect(Math.max(...applied)).toBeGreaterThan(0);
  });
});
