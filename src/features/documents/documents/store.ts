import { and, desc, eq, getTableColumns, type InferSelectModel, or, type SQL, sql, sum } from 'drizzle-orm';
import type { OrganisationId, Tables, TenantDatabase, TenantQueries } from '../../../data/index.ts';
import type { FileHolder, FileReferences } from '../../../files/index.ts';

export type DocumentRow = InferSelectModel<Tables['kbDocuments']>;
/** A document as a member of its organisation sees it. */
export type SeenDocument = DocumentRow & {
  /** Name or e-mail address of its owner; null if unknown. */
  readonly ownerName: string | null;
};
/** Private by default. */
export type NewDocument = Omit<DocumentRow, 'organisationId' | 'userUuid' | 'visibility'> &
  Partial<Pick<DocumentRow, 'visibility'>>;

/** The owner of documents: a person in an organisation. */
export interface DocumentOwner {
  readonly organisationId: OrganisationId;
  readonly userUuid: string;
}

export type DocumentChange = Partial<Pick<DocumentRow, 'title' | 'visibility'>>;

/** Why a document is unavailable to a person; the same for missing documents and those of others. */
export interface NotOwned {
  readonly kind: 'refused';
  readonly why: 'foreign' | 'unknown';
}

export interface DocumentStore {
  /**
   * Adds the row and the reference to its file. Returns false if the organisation's documents would exceed `quotaBytes`:
   * of parallel uploads, only those that fit are added.
   */
  add(owner: DocumentOwner, document: NewDocument, quotaBytes?: number): Promise<boolean>;
  get(owner: DocumentOwner, uuid: string): Promise<DocumentRow | undefined>;
  /** Returns the document if the person may read it: their own, or one of the organisation. */
  seen(viewer: DocumentOwner, uuid: string): Promise<SeenDocument | undefined>;
  owned(owner: DocumentOwner, uuid: string): Promise<DocumentRow | NotOwned>;
  /** Returns the documents that the person may read, newest first. */
  list(
    viewer: DocumentOwner,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<{ readonly rows: SeenDocument[]; readonly total: number }>;
  /** Returns the total size of an organisation's documents, in bytes. */
  usedBytes(organisationId: OrganisationId): Promise<number>;
  /** Returns whether the file is in the store of other servers only. */
  isElsewhere(owner: DocumentOwner, uuid: string): Promise<boolean>;
  /** Returns undefined if the document does not exist. */
  change(owner: DocumentOwner, uuid: string, set: DocumentChange): Promise<DocumentRow | undefined>;
  /**
   * Deletes a document with all rows derived from it, which reference it with ON DELETE CASCADE. Returns the files that
   * it held; undefined if it does not exist.
   */
  remove(owner: DocumentOwner, uuid: string): Promise<string[] | undefined>;
}

const holderOf = (uuid: string): FileHolder => ({ kind: 'kb_document', uuid });

export function createDocumentStore(
  tenant: (organisationId: OrganisationId) => TenantDatabase,
  references: FileReferences,
): DocumentStore {
  async function usedIn(queries: Pick<TenantQueries, 'own' | 'system'>, table: Tables['kbDocuments']): Promise<number> {
    const query = queries.system.select({ bytes: sum(table.sizeBytes) }).from(table);
    return Number((await query.where(queries.own(table)))[0]?.bytes ?? 0);
  }

  return {
    add: ({ organisationId, userUuid }, document, quotaBytes = Number.POSITIVE_INFINITY) => {
      const database = tenant(organisationId);
      return database.tx(async (queries) => {
        const isLimited = quotaBytes !== Number.POSITIVE_INFINITY;
        if (isLimited && (await usedIn(queries, database.tables.kbDocuments)) + document.sizeBytes > quotaBytes)
          return false;
        await queries.insert(database.tables.kbDocuments, [{ ...document, userUuid }]);
        await references.hold(queries, holderOf(document.uuid), document.digest);
        return true;
      });
    },
    async get(owner, uuid) {
      const { read, tables } = tenant(owner.organisationId);
      return (await read.select(tables.kbDocuments, ownedDocument(tables, owner, uuid)))[0];
    },
    async owned(owner, uuid) {
      const { read, tables } = tenant(owner.organisationId);
      const [document] = await read.select(tables.kbDocuments, ownedDocument(tables, owner, uuid));
      if (document !== undefined) return document;
      const columns = { uuid: tables.kbDocuments.uuid };
      const named = eq(tables.kbDocuments.uuid, uuid);
      const rows = await read.system.select(columns).from(tables.kbDocuments).where(named);
      return { kind: 'refused', why: rows.length > 0 ? 'foreign' : 'unknown' };
    },
    async seen(viewer, uuid) {
      const { read, tables } = tenant(viewer.organisationId);
      const where = and(eq(tables.kbDocuments.uuid, uuid), visibleTo(tables, viewer)) as SQL;
      return (await withOwners(read, tables, where))[0];
    },
    async list(viewer, { limit, offset }) {
      const { read, tables } = tenant(viewer.organisationId);
      const { kbDocuments: table } = tables;
      const where = visibleTo(tables, viewer);
      const rows = withOwners(read, tables, where).orderBy(desc(table.createdAt), desc(table.uuid));
      return { rows: await rows.limit(limit).offset(offset), total: await read.count(table, where) };
    },
    async isElsewhere({ organisationId }, uuid) {
      const place = await references.placeOf(tenant(organisationId).read, holderOf(uuid));
      return place !== null && references.place !== null && place !== references.place;
    },
    usedBytes(organisationId) {
      const { read, tables } = tenant(organisationId);
      return usedIn(read, tables.kbDocuments);
    },
    change: (owner, uuid, set) => {
      const { tx, tables } = tenant(owner.organisationId);
      return tx(async (queries) => {
        if (Object.keys(set).length > 0)
          await queries.update(tables.kbDocuments, set, ownedDocument(tables, owner, uuid));
        return (await queries.select(tables.kbDocuments, ownedDocument(tables, owner, uuid)))[0];
      });
    },
    remove: (owner, uuid) => {
      const { tx, tables } = tenant(owner.organisationId);
      return tx(async (queries) => {
        const gone = await queries.delete(tables.kbDocuments, ownedDocument(tables, owner, uuid));
        return gone === 0 ? undefined : references.release(queries, holderOf(uuid));
      });
    },
  };
}

/** Condition that selects the documents that a member may read. */
export const visibleTo = ({ kbDocuments: table }: Tables, { userUuid }: DocumentOwner): SQL =>
  or(eq(table.userUuid, userUuid), eq(table.visibility, 'organisation')) as SQL;

/** Selects documents with the names of their owners. */
function withOwners(read: TenantDatabase['read'], { kbDocuments: table, users }: Tables, where: SQL) {
  return read.system
    .select({ ...getTableColumns(table), ownerName: ownerNameOf(users) })
    .from(table)
    .leftJoin(users, eq(users.uuid, table.userUuid))
    .where(read.own(table, where));
}

/** Name of a user, or their e-mail address where they gave none. */
export const ownerNameOf = (users: Tables['users']): SQL<string | null> =>
  sql<string | null>`coalesce(${users.name}, ${users.email})`;

const ownedDocument = ({ kbDocuments: table }: Tables, { userUuid }: DocumentOwner, uuid: string): SQL =>
  and(eq(table.uuid, uuid), eq(table.userUuid, userUuid)) as SQL;
