import { asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { columnsBut, type Database, forOrganisation, type OrganisationId, type Tables } from '../../../data/index.ts';

export type DocumentRow = Omit<Tables['coachDocuments']['$inferSelect'], 'organisationId'>;
export type ListedRow = Omit<DocumentRow, 'body'>;

export interface CoachDocumentStore {
  add(organisation: OrganisationId, row: DocumentRow): Promise<void>;
  get(organisation: OrganisationId, uuid: string): Promise<DocumentRow | undefined>;
  among(organisation: OrganisationId, uuids: readonly string[]): Promise<DocumentRow[]>;
  /** Newest first. */
  list(
    organisation: OrganisationId,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<{ rows: ListedRow[]; total: number }>;
  /** Also removes it from the personas that reference it. Returns the deleted row. */
  remove(organisation: OrganisationId, uuid: string): Promise<DocumentRow | undefined>;
}

export function createCoachDocumentStore(database: Database): CoachDocumentStore {
  const { coachDocuments, personas } = database.tables;
  const of = (organisation: OrganisationId) => forOrganisation(database, organisation);
  const listed = columnsBut(coachDocuments, 'body', 'organisationId');
  return {
    add: (organisation, row) => of(organisation).tx((queries) => queries.insert(coachDocuments, [row])),
    async get(organisation, uuid) {
      return (await of(organisation).read.select(coachDocuments, eq(coachDocuments.uuid, uuid)))[0];
    },
    among: async (organisation, uuids) =>
      uuids.length === 0 ? [] : of(organisation).read.select(coachDocuments, inArray(coachDocuments.uuid, [...uuids])),
    async list(organisation, page) {
      const { read } = of(organisation);
      const orderBy = [desc(coachDocuments.createdAt), asc(coachDocuments.uuid)];
      const rows = await read.pick(coachDocuments, listed, undefined, { ...page, orderBy });
      return { rows: rows as ListedRow[], total: await read.count(coachDocuments) };
    },
    remove: (organisation, uuid) =>
      of(organisation).tx(async (queries) => {
        const [row] = await queries.select(coachDocuments, eq(coachDocuments.uuid, uuid));
        if (row === undefined) return undefined;
        await queries.delete(coachDocuments, eq(coachDocuments.uuid, uuid));
        const naming = await queries.select(personas, sql`${personas.documentUuids} LIKE ${`%"${uuid}"%`}`);
        for (const { uuid: persona, documentUuids } of naming) {
          const left = (documentUuids as string[]).filter((each) => each !== uuid);
          await queries.update(personas, { documentUuids: left }, eq(personas.uuid, persona));
        }
        return row;
      }),
  };
}
