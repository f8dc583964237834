import { isDeepStrictEqual } from 'node:util';
import { and, asc, count, eq, exists, isNull, max, not, or, type SQL, sql } from 'drizzle-orm';
import type { Measure } from '../../../analysis/types.ts';
import { bind, type Database, type OrganisationId, type Tables } from '../../../data/index.ts';
import { createHistory, type Definition, type Edit, type VersionConflict } from '../../../versions/index.ts';
import type { ExtractionField, FieldPatch, NewField } from './schema.ts';

type Row = Tables['extractionFields']['$inferSelect'];

/** Null: the whole installation. */
export type Owner = OrganisationId | null;

export type FieldEdit = Edit & { readonly at: string };

/** Fields of the whole installation, and of each organisation. */
export interface ExtractionFieldStore {
  /**
   * Returns the fields of an organisation and those of the installation, by position. A field of the organisation
   * replaces one of the installation with the same key.
   */
  list(
    organisation: OrganisationId,
    page?: { readonly limit: number; readonly offset: number },
  ): Promise<{ fields: ExtractionField[]; total: number }>;
  /** Returns a field of the organisation or of the installation. */
  get(organisation: OrganisationId, id: number): Promise<ExtractionField | undefined>;
  /** `key_taken`: by the same owner, or by a field of the installation. */
  add(owner: Owner, field: NewField): Promise<ExtractionField | 'key_taken' | 'too_many'>;
  change(
    owner: Owner,
    id: number,
    patch: FieldPatch,
    edit: FieldEdit,
  ): Promise<ExtractionField | VersionConflict | undefined>;
  remove(owner: Owner, id: number): Promise<void>;
}

/** Versions of fields of the installation belong to no organisation. */
const installation = '' as OrganisationId;
const listedAtMost = 1000;
/** Every field costs time in the analysis of every call. */
const mostOfOrganisation = 200;

export function createExtractionFieldStore({ system, tables }: Database): ExtractionFieldStore {
  const history = createHistory(tables);
  const { extractionFields: table } = tables;
  const { organisationId } = table;
  const ownedBy = (owner: Owner): SQL => (owner === null ? isNull(organisationId) : eq(organisationId, owner));
  const seenBy = (organisation: OrganisationId): SQL => or(ownedBy(null), ownedBy(organisation)) as SQL;
  const oneWhere = async (where: SQL): Promise<ExtractionField | undefined> => {
    const [row] = await system.read.select().from(table).where(where);
    return row && toField(row);
  };
  /** Leaves out fields of the installation that one of the organisation replaces. */
  function effectiveFor(organisation: OrganisationId): SQL {
    const own = sql`SELECT 1 FROM ${table} AS own WHERE own.organisation_id = ${organisation} AND own.key = ${table.key}`;
    return and(seenBy(organisation), or(eq(organisationId, organisation), not(exists(sql`(${own})`)))) as SQL;
  }
  return {
    async list(organisation, { limit, offset } = { limit: listedAtMost, offset: 0 }) {
      const where = effectiveFor(organisation);
      const query = system.read.select().from(table).where(where).orderBy(asc(table.position), asc(table.id));
      const rows = await query.limit(limit).offset(offset);
      const [all] = await system.read.select({ total: count() }).from(table).where(where);
      return { fields: rows.map(toField), total: Number(all?.total ?? 0) };
    },
    get: (organisation, id) => oneWhere(and(eq(table.id, id), seenBy(organisation)) as SQL),
    add: (owner, field) =>
      system.tx(async (queries) => {
        const mine = owner === null ? ownedBy(null) : seenBy(owner);
        const [last] = await queries
          .select({ position: max(table.position), own: count(organisationId) })
          .from(table)
          .where(mine);
        if (Number(last?.own ?? 0) >= mostOfOrganisation) return 'too_many';
        const [twin] = await queries
          .select({ id: table.id })
          .from(table)
          .where(and(mine, eq(table.key, field.key)));
        if (twin !== undefined) return 'key_taken';
        const { key, name, group, field_type, options, description, required, is_active, measure } = field;
        const row = {
          organisationId: owner,
          key,
          name,
          groupName: group,
          fieldType: field_type,
          options,
          description,
          required,
          onlyIfConnected: field.only_if_connected,
          minSeconds: field.min_seconds,
          weight: field.weight,
          measure,
          isActive: is_active,
          position: field.position ?? Number(last?.position ?? 0) + 1,
        };
        const [added] = await queries.insert(table).values(row).onConflictDoNothing().returning();
        return added === undefined ? 'key_taken' : toField(added);
      }),
    change(owner, id, patch, { at, ...edit }) {
      const { name, group, options, description, required, is_active, position } = patch;
      const conditions = {
        onlyIfConnected: patch.only_if_connected,
        minSeconds: patch.min_seconds,
        weight: patch.weight,
      };
      const set = Object.fromEntries(
        Object.entries({
          name,
          groupName: group,
          options,
          description,
          required,
          isActive: is_active,
          position,
          ...conditions,
        }).filter(([, value]) => value !== undefined),
      );
      const where = and(eq(table.id, id), ownedBy(owner)) as SQL;
      const subject = { kind: 'scorecard_field', id: `${id}` } as const;
      return system.tx(async (queries) => {
        const [row] = await queries.select().from(table).where(where);
        if (row === undefined) return undefined;
        const current = { number: row.version, definition: definitionOf(row), createdAt: at };
        const ofOwner = bind(queries, owner ?? installation);
        const conflict = await history.conflict(ofOwner, subject, current, edit);
        if (conflict !== undefined) return conflict;
        const definition = definitionOf({ ...row, ...set });
        if (isDeepStrictEqual(definition, current.definition)) return toField(row);
        const version = await history.add(ofOwner, subject, current, { definition, edit, at });
        await queries
          .update(table)
          .set({ ...set, version })
          .where(where);
        return toField({ ...row, ...set, version });
      });
    },
    async remove(owner, id) {
      await system.tx(async (queries) => {
        const subject = { kind: 'scorecard_field', id: `${id}` } as const;
        await history.remove(bind(queries, owner ?? installation), subject);
        await queries.delete(table).where(and(eq(table.id, id), ownedBy(owner)));
      });
    },
  };
}

const definitionOf = (row: Row): Definition => {
  const { id: _id, scope: _scope, version: _version, ...definition } = toField(row);
  return definition;
};

const toField = (row: Row): ExtractionField => ({
  id: row.id,
  key: row.key,
  name: row.name,
  group: row.groupName,
  field_type: row.fieldType,
  options: row.options as string[],
  description: row.description,
  required: row.required,
  only_if_connected: row.onlyIfConnected,
  min_seconds: row.minSeconds,
  weight: row.weight,
  is_active: row.isActive,
  position: row.position,
  measure: row.measure as Measure | null,
  scope: row.organisationId === null ? 'installation' : 'organisation',
  version: row.version,
});
