import { isDeepStrictEqual } from 'node:util';
import { asc, desc, eq, inArray } from 'drizzle-orm';
import {
  bind,
  type Database,
  forOrganisation,
  type OrganisationId,
  type Queries,
  type Tables,
  type TenantQueries,
} from '../../../data/index.ts';
import {
  createHistory,
  type Definition,
  type Edit,
  type Subject,
  type VersionConflict,
} from '../../../versions/index.ts';
import type { Persona } from './schema.ts';

export type PersonaRow = Omit<Tables['personas']['$inferSelect'], 'organisationId'>;
export type PersonaSet = Partial<Omit<PersonaRow, 'uuid' | 'createdAt'>>;

interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** A document that does not exist in the organisation. */
export interface UnknownDocument {
  readonly unknownDocument: string;
}

export interface PersonaStore {
  add(organisation: OrganisationId, row: PersonaRow, edit?: Edit): Promise<Persona | UnknownDocument>;
  get(organisation: OrganisationId, uuid: string): Promise<Persona | undefined>;
  /** Same as `get`, in the caller's transaction, which is retried if the persona is deleted meanwhile. */
  getIn(queries: Queries, organisation: OrganisationId, uuid: string): Promise<Persona | undefined>;
  /** Newest first. */
  list(organisation: OrganisationId, page: Page): Promise<{ rows: Persona[]; total: number }>;
  change(
    organisation: OrganisationId,
    uuid: string,
    set: PersonaSet,
    edit: Edit & { readonly at: string },
  ): Promise<Persona | UnknownDocument | VersionConflict | undefined>;
  remove(organisation: OrganisationId, uuid: string): Promise<'removed' | 'used' | 'unknown'>;
}

export function createPersonaStore(database: Database): PersonaStore {
  const { personas, scenarios, coachDocuments } = database.tables;
  const of = (organisation: OrganisationId) => forOrganisation(database, organisation);
  const history = createHistory(database.tables);

  async function missing(queries: ReturnType<typeof bind>, set: PersonaSet): Promise<UnknownDocument | undefined> {
    const documentUuids = (set.documentUuids ?? []) as readonly string[];
    if (documentUuids.length === 0) return undefined;
    const rows = await queries.pick(
      coachDocuments,
      { uuid: coachDocuments.uuid },
      inArray(coachDocuments.uuid, [...documentUuids]),
    );
    const knownUuids = new Set(rows.map(({ uuid }) => uuid));
    const unknownDocument = documentUuids.find((uuid) => !knownUuids.has(uuid));
    return unknownDocument === undefined ? undefined : { unknownDocument };
  }

  return {
    add: (organisation, row, edit = {}) =>
      of(organisation).tx(async (queries) => {
        const refused = await missing(queries, row);
        if (refused !== undefined) return refused;
        await insertPersona(queries, database.tables, row, edit);
        return toPersona(row);
      }),
    async get(organisation, uuid) {
      const [row] = await of(organisation).read.select(personas, eq(personas.uuid, uuid));
      return row && toPersona(row);
    },
    async getIn(queries, organisation, uuid) {
      const [row] = await bind(queries, organisation).lock(personas, eq(personas.uuid, uuid));
      return row && toPersona(row);
    },
    async list(organisation, page) {
      const { read } = of(organisation);
      const rows = await read.select(personas, undefined, {
        ...page,
        orderBy: [desc(personas.createdAt), asc(personas.uuid)],
      });
      return { rows: rows.map(toPersona), total: await read.count(personas) };
    },
    change: (organisation, uuid, set, { at, ...edit }) =>
      of(organisation).tx(async (queries) => {
        const [row] = await queries.select(personas, eq(personas.uuid, uuid));
        if (row === undefined) return undefined;
        const current = { number: row.version, definition: definitionOf(row), createdAt: row.createdAt };
        const conflict = await history.conflict(queries, subjectOf(uuid), current, edit);
        const refused = conflict ?? (await missing(queries, set));
        if (refused !== undefined) return refused;
        const definition = definitionOf({ ...row, ...set });
        if (isDeepStrictEqual(definition, current.definition)) return toPersona(row);
        const version = await history.add(queries, subjectOf(uuid), current, { definition, edit, at });
        await queries.update(personas, { ...set, version }, eq(personas.uuid, uuid));
        return toPersona({ ...row, ...set, version });
      }),
    remove: (organisation, uuid) =>
      of(organisation).tx(async (queries) => {
        const [row] = await queries.lock(personas, eq(personas.uuid, uuid));
        if (row === undefined) return 'unknown';
        if ((await queries.count(scenarios, eq(scenarios.personaUuid, uuid))) > 0) return 'used';
        await history.remove(queries, subjectOf(uuid));
        await queries.delete(personas, eq(personas.uuid, uuid));
        return 'removed';
      }),
  };
}

/** Adds a persona, and its first version. */
export async function insertPersona(
  queries: TenantQueries,
  tables: Tables,
  row: PersonaRow,
  edit: Edit = {},
): Promise<void> {
  await queries.insert(tables.personas, [row]);
  const saved = { definition: definitionOf(row), edit, at: row.createdAt };
  await createHistory(tables).begin(queries, subjectOf(row.uuid), saved);
}

const subjectOf = (uuid: string): Subject => ({ kind: 'persona', id: uuid });

const definitionOf = (row: PersonaRow): Definition => {
  const { uuid: _uuid, created_at: _createdAt, version: _version, ...definition } = toPersona(row);
  return definition;
};

const toPersona = (row: PersonaRow): Persona =>
  ({
    uuid: row.uuid,
    name: row.name,
    profile: row.profile,
    objections: row.objections,
    hidden_state: row.hiddenState,
    speech_habits: row.speechHabits,
    language_code: row.languageCode,
    voice: row.voice,
    document_uuids: row.documentUuids,
    created_at: row.createdAt,
    version: row.version,
  }) as Persona;
