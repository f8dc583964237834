import * as postgres from 'drizzle-orm/pg-core';
import type { Columns } from '../columns.ts';
import { flagInteger, jsonText } from '../stored.ts';

const postgresJson = postgres.customType<{ data: unknown; driverData: string }>(jsonText);
const postgresFlag = postgres.customType<{ data: boolean; driverData: number | string }>(flagInteger);

/**
 * The columns of `sqliteColumns` in PostgreSQL types. The builders of both behave alike, so stores see one shape only.
 */
export const postgresColumns = {
  table: postgres.pgTable,
  text: postgres.text,
  integer: (name: string) => postgres.bigint(name, { mode: 'number' }),
  real: (name: string) => postgres.doublePrecision(name),
  flag: (name: string) => postgresFlag(name),
  json: (name: string) => postgresJson(name),
  primaryKey: postgres.primaryKey,
} as unknown as Columns;
