import * as sqlite from 'drizzle-orm/sqlite-core';
import { flagInteger, jsonText } from '../stored.ts';

const sqliteJson = sqlite.customType<{ data: unknown; driverData: string }>(jsonText);
const sqliteFlag = sqlite.customType<{ data: boolean; driverData: number | string }>(flagInteger);

/**
 * Column types that both databases store and return identically. Times are text, ISO 8601 in UTC with a `Z`, so they
 * sort chronologically; identifiers are text.
 */
export const sqliteColumns = {
  table: sqlite.sqliteTable,
  text: <const T extends readonly [string, ...string[]] = [string, ...string[]]>(
    name: string,
    config: { readonly enum?: T } = {},
  ) => sqlite.text(name, config as object) as sqlite.SQLiteTextBuilderInitial<string, [...T], undefined>,
  /** An integer within ±2^53. */
  integer: (name: string) => sqlite.integer(name),
  real: (name: string) => sqlite.real(name),
  /** A boolean, stored as 1 or 0. */
  flag: (name: string) => sqliteFlag(name),
  /** Any JSON value, stored as text and parsed by the reader's schema. */
  json: (name: string) => sqliteJson(name),
  primaryKey: sqlite.primaryKey,
};
