import * as sqlite from 'drizzle-orm/sqlite-core';
import { flagInteger, jsonText } from '../stored.ts';

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
  /** Any JSON value, stored as text and parsed by the reader's schema. */
  json: (name: string) => sqliteJson(name),
  primaryKey: sqlite.primaryKey,
};
