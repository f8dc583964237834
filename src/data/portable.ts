import { invariant } from '../../media/kit/invariant.ts';

/** What both databases keep and give back alike. */
export type PortableValue = string | number | null;

export interface PortableTable {
  readonly name: string;
  readonly columns: readonly string[];
}

/** Everything a database held at one moment, whatever is written to it meanwhile. */
export interface Snapshot {
  readonly dialect: 'sqlite' | 'postgres';
  /** Names of the migrations that had been applied, in their order. */
  readonly migrations: readonly string[];
  /** None before one that it refers to. */
  readonly tables: readonly PortableTable[];
  /** Rows in batches, with the values in the order of the table's columns. */
  rows(table: PortableTable): AsyncIterable<readonly (readonly PortableValue[])[]>;
  close(): Promise<void>;
}

/** Fills an empty database with what a snapshot gave, in its order: all of it, or nothing. */
export interface Loader {
  load(table: PortableTable, rows: readonly (readonly PortableValue[])[]): Promise<void>;
  /** Runs a statement that both databases understand on what was loaded. Returns how many rows it changed. */
  change(statement: string): Promise<number>;
  /** Checks that nothing is broken, and keeps it. Throws when something is. */
  finish(): Promise<void>;
  /** Gives up what was not finished. Idempotent. */
  close(): Promise<void>;
}

export const historyName = 'schema_migrations';
export const batchRows = 500;

/** As SQL writes a name. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A value as it can be written in JSON. Throws for those that no table of ours has. */
export function portable(value: unknown): PortableValue {
  invariant(
    value === null || typeof value === 'string' || typeof value === 'number',
    `a table holds a ${typeof value}, which is not kept alike by both databases`,
  );
  return value;
}

/** Tables by name, but none before one that it refers to. */
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
