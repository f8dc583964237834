import * as postgres from 'drizzle-orm/pg-core';
import * as sqlite from 'drizzle-orm/sqlite-core';

const jsonText = {
  dataType: () => 'text',
  toDriver: (value: unknown): string => JSON.stringify(value),
  fromDriver: (stored: string): unknown => JSON.parse(stored),
};

const flagInteger = {
  dataType: () => 'integer',
  toDriver: (value: boolean): number => (value ? 1 : 0),
  // A whole number of 64 bits comes as text from PostgreSQL.
  fromDriver: (stored: number | string): boolean => Number(stored) !== 0,
};

const sqliteJson = sqlite.customType<{ data: unknown; driverData: string }>(jsonText);
const sqliteFlag = sqlite.customType<{ data: boolean; driverData: number | string }>(flagInteger);

/**
 * What tables are made of: only what both databases keep and give back alike. Times are text, ISO 8601 in UTC with a
 * `Z`, so that they sort as they follow each other; identifiers are text.
 */
export const sqliteColumns = {
  table: sqlite.sqliteTable,
  text: <const T extends readonly [string, ...string[]] = [string, ...string[]]>(
    name: string,
    config: { readonly enum?: T } = {},
  ) => sqlite.text(name, config as object) as sqlite.SQLiteTextBuilderInitial<string, [...T], undefined>,
  /** Whole, to 2^53 either way. */
  integer: (name: string) => sqlite.integer(name),
  real: (name: string) => sqlite.real(name),
  /** True or false, kept as 1 or 0. */
  flag: (name: string) => sqliteFlag(name),
  /** Any JSON value, kept as text; parsed by the schema of whoever reads it. */
  json: (name: string) => sqliteJson(name),
  primaryKey: sqlite.primaryKey,
};

export type Columns = typeof sqliteColumns;

const postgresJson = postgres.customType<{ data: unknown; driverData: string }>(jsonText);
const postgresFlag = postgres.customType<{ data: boolean; driverData: number | string }>(flagInteger);

/** The same by the types of PostgreSQL; the builders of both behave alike, so that stores know one shape only. */
export const postgresColumns = {
  table: postgres.pgTable,
  text: postgres.text,
  integer: (name: string) => postgres.bigint(name, { mode: 'number' }),
  real: (name: string) => postgres.doublePrecision(name),
  flag: (name: string) => postgresFlag(name),
  json: (name: string) => postgresJson(name),
  primaryKey: postgres.primaryKey,
} as unknown as Columns;
