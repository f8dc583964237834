import { asc, count, eq, max } from 'drizzle-orm';
import type { Database, Tables } from '../../data/index.ts';
import type { ExtractionField, FieldPatch, NewField } from './schema.ts';

type Row = Tables['extractionFields']['$inferSelect'];

/** Fields of the whole installation; they belong to no organisation. */
export interface ExtractionFieldStore {
  /** Ordered by position. */
  list(page?: {
    readonly limit: number;
    readonly offset: number;
  }): Promise<{ fields: ExtractionField[]; total: number }>;
  get(id: number): Promise<ExtractionField | undefined>;
  /** Returns undefined if the key is taken. */
  add(field: NewField): Promise<ExtractionField | undefined>;
  change(id: number, patch: FieldPatch): Promise<ExtractionField | undefined>;
  remove(id: number): Promise<void>;
}

const listedAtMost = 1000;

export function createExtractionFieldStore({ system, tables }: Database): ExtractionFieldStore {
  const { extractionFields: table } = tables;
  const byId = async (id: number): Promise<ExtractionField | undefined> => {
    const [row] = await system.read.select().from(table).where(eq(table.id, id));
    return row && toField(row);
  };
  return {
    async list({ limit, offset } = { limit: listedAtMost, offset: 0 }) {
      const query = system.read.select().from(table).orderBy(asc(table.position), asc(table.id));
      const rows = await query.limit(limit).offset(offset);
      const [all] = await system.read.select({ total: count() }).from(table);
      return { fields: rows.map(toField), total: Number(all?.total ?? 0) };
    },
    get: byId,
    add: (field) =>
      system.tx(async (queries) => {
        const [last] = await queries.select({ position: max(table.position) }).from(table);
        const { key, name, group, field_type, options, description, required, is_active } = field;
        const row = {
          ...{ key, name, groupName: group, fieldType: field_type, options, description, required },
          ...{ onlyIfConnected: field.only_if_connected, minSeconds: field.min_seconds, weight: field.weight },
          ...{ isActive: is_active, position: field.position ?? Number(last?.position ?? 0) + 1 },
        };
        const [added] = await queries.insert(table).values(row).onConflictDoNothing().returning();
        return added && toField(added);
      }),
    async change(id, patch) {
      const { name, group, options, description, required, is_active, position } = patch;
      const conditions = {
        onlyIfConnected: patch.only_if_connected,
        minSeconds: patch.min_seconds,
        weight: patch.weight,
      };
      const set = Object.fromEntries(
        Object.entries({
          ...{ name, groupName: group, options, description, required, isActive: is_active, position },
          ...conditions,
        }).filter(([, value]) => value !== undefined),
      );
      if (Object.keys(set).length > 0)
        await system.tx((queries) => queries.update(table).set(set).where(eq(table.id, id)));
      return byId(id);
    },
    async remove(id) {
      await system.tx((queries) => queries.delete(table).where(eq(table.id, id)));
    },
  };
}

const toField = (row: Row): ExtractionField => ({
  ...{ id: row.id, key: row.key, name: row.name, group: row.groupName, field_type: row.fieldType },
  ...{ options: row.options as string[], description: row.description, required: row.required },
  ...{ only_if_connected: row.onlyIfConnected, min_seconds: row.minSeconds, weight: row.weight },
  ...{ is_active: row.isActive, position: row.position },
});
