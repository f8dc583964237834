import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { describe, onTestFinished } from 'vitest';
import { type Database, openDatabase, type Queries } from '../../src/data/index.ts';
import { postgresTables } from '../../src/data/tables/index.ts';

const migrationsDir = join(import.meta.dirname, '..', '..', 'migrations');

async function openSqlite(): Promise<Database> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-jobs-'));
  const database = await openDatabase({ dataDir, migrationsDir });
  onTestFinished(async () => {
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return database;
}

const queriesOn = (client: pg.Pool | pg.PoolClient): Queries => {
  const queries = drizzle({ client });
  return Object.assign(queries as unknown as Queries, {
    rows: async (statement: never) => (await queries.execute(statement)).rows as never,
  });
};

async function openPostgres(): Promise<Database> {
  const name = `jobs_${randomUUID().replaceAll('-', '')}`;
  const admin = new pg.Client({ host: '127.0.0.1', user: 'root', database: 'postgres' });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name}`);
  const pool = new pg.Pool({ host: '127.0.0.1', user: 'root', database: name, max: 8 });
  pool.on('error', () => {});
  await pool.query(readFileSync(join(migrationsDir, 'postgres', '0005_jobs.sql'), 'utf8'));
  const database: Database = {
    dialect: 'postgres',
    tables: postgresTables,
    migrated: [],
    checkpoint: async () => {},
    system: {
      read: queriesOn(pool),
      async tx(work) {
        const client = await pool.connect();
        try {
          await client.query('BEGIN');
          const result = await work(queriesOn(client));
          await client.query('COMMIT');
          return result;
        } catch (error) {
          await client.query('ROLLBACK');
          throw error;
        } finally {
          client.release();
        }
      },
    },
    async close() {
      await pool.end();
    },
  };
  onTestFinished(async () => {
    await pool.end();
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await admin.end();
  });
  return database;
}

export function eachDatabase(name: string, tests: (open: () => Promise<Database>) => void): void {
  describe(`${name}, SQLite`, () => tests(openSqlite));
  describe(`${name}, PostgreSQL`, () => tests(openPostgres));
}
