import { invariant } from '../../media/kit/invariant.ts';

/** Values that both databases store and return identically. */
export type PortableValue = string | number | null;

export interface PortableTable {
  readonly name: string;
  readonly columns: readonly string[];
}

/** The whole content of a database at one moment, unaffected by concurrent writes. */
export interface Snapshot {
  readonly dialect: 'sqlite' | 'postgres';
  /** Names of the applied migrations, in order. */
  readonly migrations: readonly string[];
  /** In reference order: a table comes after the tables it refers to. */
  readonly tables: readonly PortableTable[];
  /** Returns rows in batches, with values in the order of the table's columns. */
  rows(table: PortableTable): AsyncIterable<readonly (readonly PortableValue[])[]>;
  close(): Promise<void>;
}

/** Fills an empty database from a snapshot, tables in the snapshot's order: all of it, or nothing. */
export interface Loader {
  load(table: PortableTable, rows: readonly (readonly PortableValue[])[]): Promise<void>;
  /** Runs a statement in the SQL that both databases share on the loaded data. Returns the number of rows changed. */
  change(statement: string): Promise<number>;
  /** Verifies integrity and commits. Throws if a check fails. */
  finish(): Promise<void>;
  /** Discards an unfinished load. Idempotent. */
  close(): Promise<void>;
}

export const historyName = 'schema_migrations';
export const batchRows = 500;

/** Returns a name as a quoted SQL identifier. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Returns a value in a form that JSON can represent. Throws for types that no table of this project contains. */
export function portable(value: unknown): PortableValue {
  invariant(
    value === null || typeof value === 'string' || typeof value === 'number',
    `a table holds a ${typeof value}, which is not kept alike by both databases`,
  );
  return value;
}

/** Returns tables by name, except that a table comes after those it refers to. */
export function inReferenceOrder(
  tables: readonly PortableTable[],
  referredBy: (table: string) => readonly string[],
): PortableTable[] {
  const byName = new Map([...tables].sort((a, b) => (a.name < b.name ? -1 : 1)).map((table) => [table.name, table]));
  const ordered = new Set<PortableTable>();
  const visit = (table: PortableTable, above: readonly string[]): void => {
    invariant(!above.includes(table.name), `tables refer to each other in a ring: ${above.join(', ')}`);
    for (const name of referredBy(table.name)) {
      const referred = byName.get(name);
      if (referred !== undefined && referred !== table) visit(referred, [...above, table.name]);
    }
    ordered.add(table);
  };
  for (const table of byName.values()) visit(table, []);
  return [...ordered];
}
