import { join } from 'node:path';
import pg from 'pg';
import { historyTable, readMigrations } from '../migrations.ts';
import {
  batchRows,
  historyName,
  inReferenceOrder,
  type Loader,
  type PortableTable,
  type PortableValue,
  portable,
  quoted,
  type Snapshot,
} from '../portable.ts';
import { createClient } from './link.ts';

/** 64-bit integers arrive as text by default. Those stored here fit a number. */
const types = {
  getTypeParser: ((oid: number, format: 'text') =>
    oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/** Opens a read transaction on a dedicated connection. Writers are not blocked. */
export async function openPostgresSnapshot(url: string): Promise<Snapshot> {
  const client = createClient(url, 'parley backup');
  try {
    await client.connect();
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const history = await client.query(`SELECT name FROM ${historyName} ORDER BY name COLLATE "C"`);
    const tables = await tablesOf(client);
    return {
      dialect: 'postgres',
      migrations: history.rows.map(({ name }) => name as string),
      tables,
      async *rows({ name, columns }) {
        const select = `SELECT ${columns.map(quoted).join(', ')} FROM ${quoted(name)}`;
        await client.query(`DECLARE batches NO SCROLL CURSOR FOR ${select}`);
        for (;;) {
          const text = `FETCH ${batchRows} FROM batches`;
          const { rows } = await client.query({ text, rowMode: 'array', types });
          if (rows.length === 0) break;
          yield (rows as unknown[][]).map((row) => row.map(portable));
        }
        await client.query('CLOSE batches');
      },
      close: () => client.end(),
    };
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}

const listing = `SELECT c.table_name AS "table", c.column_name AS "column"
  FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
  WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE' AND c.is_generated = 'NEVER'
  ORDER BY c.table_name, c.ordinal_position`;

const references = `SELECT own.relname AS "table", other.relname AS "refers"
  FROM pg_constraint JOIN pg_class own ON own.oid = conrelid JOIN pg_class other ON other.oid = confrelid
  WHERE contype = 'f' AND connamespace = current_schema()::regnamespace`;

async function tablesOf(client: pg.Client): Promise<PortableTable[]> {
  const columns = new Map<string, string[]>();
  for (const { table, column } of (await client.query<{ table: string; column: string }>(listing)).rows) {
    if (table !== historyName) columns.set(table, [...(columns.get(table) ?? []), column]);
  }
  const { rows } = await client.query<{ table: string; refers: string }>(references);
  const tables = [...columns].map(([name, ownColumns]) => ({ name, columns: ownColumns }));
  return inReferenceOrder(tables, (name) => rows.filter(({ table }) => table === name).map(({ refers }) => refers));
}

/** Returns whether the database has no tables, and whether another process uses it. */
export async function lookAtPostgres(url: string): Promise<{ readonly isEmpty: boolean; readonly isInUse: boolean }> {
  const client = createClient(url, 'parley restore');
  try {
    await client.connect();
    const others = await client.query(`SELECT 1 FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'parley%'`);
    return { isEmpty: (await tablesOf(client)).length === 0, isInUse: others.rows.length > 0 };
  } finally {
    await client.end();
  }
}

/** Limit of parameters in one statement. */
const maxValues = 60_000;

/** Creates and fills the tables in one transaction, so a failure leaves a database without tables unchanged. */
export async function openPostgresLoader(options: {
  readonly url: string;
  readonly migrationsDir: string;
  readonly migrations: readonly string[];
}): Promise<Loader> {
  const client = createClient(options.url, 'parley restore');
  await client.connect();
  await client.query('BEGIN');
  await client.query(historyTable);
  const migrations = readMigrations(join(options.migrationsDir, 'postgres'));
  for (const { name, sql, sha256 } of migrations.slice(0, options.migrations.length)) {
    await client.query(sql);
    const remember = `INSERT INTO ${historyName} (name, sha256, applied_at) VALUES ($1, $2, $3)`;
    await client.query(remember, [name, sha256, new Date().toISOString()]);
  }
  const tables = await tablesOf(client);
  // The snapshot also contains the rows that migrations inserted.
  await client.query(`TRUNCATE ${tables.map(({ name }) => quoted(name)).join(', ')}`);
  // The snapshot also contains the rows that triggers wrote.
  for (const { name } of tables) await client.query(`ALTER TABLE ${quoted(name)} DISABLE TRIGGER USER`);
  return {
    async load(table, rows) {
      const atOnce = Math.max(1, Math.floor(maxValues / table.columns.length));
      for (let at = 0; at < rows.length; at += atOnce) await insert(client, table, rows.slice(at, at + atOnce));
    },
    change: async (statement) => (await client.query(statement)).rowCount ?? 0,
    async finish() {
      await countOn(client);
      for (const { name } of tables) await client.query(`ALTER TABLE ${quoted(name)} ENABLE TRIGGER USER`);
      await client.query('COMMIT');
    },
    close: () => client.end(),
  };
}

async function insert(
  client: pg.Client,
  { name, columns }: PortableTable,
  rows: readonly (readonly PortableValue[])[],
) {
  const places = rows.map((_, row) => `(${columns.map((_, at) => `$${row * columns.length + at + 1}`).join(', ')})`);
  const text = `INSERT INTO ${quoted(name)} (${columns.map(quoted).join(', ')}) OVERRIDING SYSTEM VALUE VALUES ${places.join(', ')}`;
  await client.query(text, rows.flat());
}

/** Sets each generated id to continue from the highest existing one. */
async function countOn(client: pg.Client): Promise<void> {
  const counted = `SELECT table_name AS "table", column_name AS "column",
      pg_get_serial_sequence(quote_ident(table_name), column_name) AS sequence
    FROM information_schema.columns
    WHERE table_schema = current_schema() AND pg_get_serial_sequence(quote_ident(table_name), column_name) IS NOT NULL`;
  for (const { table, column, sequence } of (await client.query(counted)).rows as Record<string, string>[]) {
    const highest = `(SELECT max(${quoted(String(column))}) FROM ${quoted(String(table))})`;
    await client.query(`SELECT setval($1, coalesce(${highest}, 1), ${highest} IS NOT NULL)`, [sequence]);
  }
}
