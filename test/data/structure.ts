import Sqlite from 'better-sqlite3';
import { onServer } from './postgres-server.ts';

/** Structure that both dialects must share. */
export interface TableStructure {
  readonly columns: Readonly<Record<string, string>>;
  readonly primaryKey: readonly string[];
  readonly indexes: readonly string[];
  readonly references: readonly string[];
  readonly checks: number;
}

export type Structure = Readonly<Record<string, TableStructure>>;

const describeColumn = (type: string, notNull: boolean, standard: string | null): string =>
  [type, ...(notNull ? ['not null'] : []), ...(standard === null ? [] : [`default ${standard}`])].join(' ');

const describeIndex = (unique: boolean, columns: readonly string[], partial: boolean, name: string): string =>
  `${name}: ${unique ? 'unique ' : ''}(${columns.join(', ')})${partial ? ' of some' : ''}`;

interface SqliteColumn {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly dflt_value: string | null;
  readonly pk: number;
}

export function structureOfSqlite(file: string): Structure {
  const database = new Sqlite(file, { readonly: true });
  const all = <T>(query: string, ...values: unknown[]): T[] => database.prepare(query).all(...values) as T[];
  // Indexes of words are tables in SQLite, and an index in PostgreSQL.
  const tables = all<{ name: string; sql: string }>(
    "SELECT s.name, s.sql FROM sqlite_schema s JOIN pragma_table_list l USING (name) WHERE l.schema = 'main' AND l.type = 'table'",
  );
  const own = tables.filter(({ name }) => !name.startsWith('sqlite_'));
  const structure = Object.fromEntries(own.map(({ name, sql }) => [name, tableOf(name, sql)]));
  database.close();
  return structure;

  function tableOf(name: string, sql: string): TableStructure {
    const columns = all<SqliteColumn>('SELECT * FROM pragma_table_info(?)', name);
    const described = columns.map(({ name: of, type, notnull, dflt_value, pk }) => [
      of,
      describeColumn(type.toLowerCase(), notnull === 1 || pk > 0, dflt_value),
    ]);
    const keys = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
    const references = all<{ from: string; table: string; to: string; on_delete: string }>(
      'SELECT * FROM pragma_foreign_key_list(?)',
      name,
    );
    return {
      columns: Object.fromEntries(described) as Record<string, string>,
      primaryKey: keys.map((key) => key.name),
      indexes: indexesOf(name),
      references: references
        .map(({ from, table, to, on_delete }) => `${from} -> ${table}.${to} ${on_delete.toLowerCase()}`)
        .sort(),
      checks: sql.match(/\bCHECK\s*\(/gi)?.length ?? 0,
    };
  }

  function indexesOf(table: string): string[] {
    const indexes = all<{ name: string; unique: number; origin: string; partial: number }>(
      'SELECT * FROM pragma_index_list(?)',
      table,
    );
    return indexes
      .filter(({ origin }) => origin !== 'pk')
      .map(({ name, unique, partial }) => {
        const columns = all<{ name: string | null; desc: number; key: number }>(
          'SELECT * FROM pragma_index_xinfo(?)',
          name,
        );
        const named = columns
          .filter(({ key }) => key === 1)
          .map((column) => `${column.name ?? 'expression'}${column.desc === 1 ? ' desc' : ''}`);
        // The database generates the name of a constraint's index.
        return describeIndex(unique === 1, named, partial === 1, name.startsWith('sqlite_') ? 'constraint' : name);
      })
      .sort();
  }
}

const types: Readonly<Record<string, string>> = {
  text: 'text',
  bigint: 'integer',
  integer: 'integer',
  'double precision': 'real',
};

const columnsQuery = `SELECT table_name, column_name, data_type, is_nullable = 'NO' AS required, column_default, collation_name
  FROM information_schema.columns WHERE table_schema = 'public' ORDER BY table_name, ordinal_position`;

const indexesQuery = `SELECT t.relname AS table_name, c.relname AS name, i.indisunique, i.indisprimary, i.indpred IS NOT NULL AS partial,
    EXISTS (SELECT FROM pg_constraint o WHERE o.conindid = i.indexrelid AND o.contype = 'u') AS of_constraint,
    array(SELECT coalesce(a.attname, 'expression') || CASE WHEN i.indoption[k.place - 1] & 1 = 1 THEN ' desc' ELSE '' END
      FROM unnest(i.indkey) WITH ORDINALITY AS k (number, place)
      LEFT JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.number AND k.number > 0
      ORDER BY k.place) AS columns
  FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid
  JOIN pg_am m ON m.oid = c.relam AND m.amname <> 'gin'
  WHERE t.relnamespace = 'public'::regnamespace`;

const constraintsQuery = `SELECT t.relname AS table_name, o.contype, o.confdeltype, f.relname AS other,
    (SELECT attname FROM pg_attribute WHERE attrelid = o.conrelid AND attnum = o.conkey[1]) AS near,
    (SELECT attname FROM pg_attribute WHERE attrelid = o.confrelid AND attnum = o.confkey[1]) AS far
  FROM pg_constraint o JOIN pg_class t ON t.oid = o.conrelid LEFT JOIN pg_class f ON f.oid = o.confrelid
  WHERE t.relnamespace = 'public'::regnamespace`;

const onDelete: Readonly<Record<string, string>> = { a: 'no action', c: 'cascade', n: 'set null', r: 'restrict' };

export async function structureOfPostgres(url: string): Promise<Structure> {
  const columns = (await onServer(columnsQuery, url)) as unknown as {
    table_name: string;
    column_name: string;
    data_type: string;
    required: boolean;
    column_default: string | null;
    collation_name: string | null;
  }[];
  const indexes = (await onServer(indexesQuery, url)) as unknown as {
    table_name: string;
    name: string;
    indisunique: boolean;
    indisprimary: boolean;
    partial: boolean;
    of_constraint: boolean;
    columns: string[];
  }[];
  const constraints = (await onServer(constraintsQuery, url)) as unknown as {
    table_name: string;
    contype: string;
    confdeltype: string;
    other: string;
    near: string;
    far: string;
  }[];
  const tables = [...new Set(columns.map(({ table_name }) => table_name))];
  return Object.fromEntries(
    tables.map((table) => {
      const own = <T extends { table_name: string }>(rows: readonly T[]) =>
        rows.filter(({ table_name }) => table_name === table);
      const described = own(columns).map((column) => {
        const type = types[column.data_type] ?? column.data_type;
        // Text must sort by code point, as in SQLite, rather than by a language's rules.
        const collation = type === 'text' && column.collation_name !== 'C' ? ' without COLLATE "C"' : '';
        const standard = column.column_default?.replace(/::[a-z ]+$/, '') ?? null;
        return [column.column_name, describeColumn(type + collation, column.required, standard)];
      });
      return [
        table,
        {
          columns: Object.fromEntries(described) as Record<string, string>,
          primaryKey: own(indexes).find(({ indisprimary }) => indisprimary)?.columns ?? [],
          indexes: own(indexes)
            .filter(({ indisprimary }) => !indisprimary)
            .map((index) =>
              describeIndex(
                index.indisunique,
                index.columns,
                index.partial,
                index.of_constraint ? 'constraint' : index.name,
              ),
            )
            .sort(),
          references: own(constraints)
            .filter(({ contype }) => contype === 'f')
            .map(({ near, other, far, confdeltype }) => `${near} -> ${other}.${far} ${onDelete[confdeltype]}`)
            .sort(),
          checks: own(constraints).filter(({ contype }) => contype === 'c').length,
        },
      ];
    }),
  );
}
