import { and, desc, eq, type InferSelectModel, type SQL, sum } from 'drizzle-orm';
import type { OrganisationId, Tables, TenantDatabase, TenantQueries } from '../../../data/index.ts';
import type { FileHolder, FileReferences } from '../../../files/index.ts';

export type DocumentRow = InferSelectModel<Tables['kbDocuments']>;
export type NewDocument = Omit<DocumentRow, 'organisationId' | 'userUuid'>;

/** The owner of documents: a person in an organisation. */
export interface DocumentOwner {
  readonly organisationId: OrganisationId;
  readonly userUuid: string;
}

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
  owned(owner: DocumentOwner, uuid: string): Promise<DocumentRow | NotOwned>;
  /** Newest first. */
  list(
    owner: DocumentOwner,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<{ readonly rows: DocumentRow[]; readonly total: number }>;
  /** Returns the total size of an organisation's documents, in bytes. */
  usedBytes(organisationId: OrganisationId): Promise<number>;
  /** Returns whether the file is in the store of other servers only. */
  isElsewhere(owner: DocumentOwner, uuid: string): Promise<boolean>;
  /** Returns undefined if the document does not exist. */
  rename(owner: DocumentOwner, uuid: string, title: string): Promise<DocumentRow | undefined>;
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
    async list(owner, page) {
      const { read, tables } = tenant(owner.organisationId);
      const { kbDocuments: table } = tables;
      const where = eq(table.userUuid, owner.userUuid);
      const rows = await read.select(table, where, { ...page, orderBy: [desc(table.createdAt), desc(table.uuid)] });
      return { rows, total: await read.count(table, where) };
    },
    async isElsewhere({ organisationId }, uuid) {
      const place = await references.placeOf(tenant(organisationId).read, holderOf(uuid));
      return place !== null && references.place !== null && place !== references.place;
    },
    usedBytes(organisationId) {
      const { read, tables } = tenant(organisationId);
      return usedIn(read, tables.kbDocuments);
    },
    rename: (owner, uuid, title) => {
      const { tx, tables } = tenant(owner.organisationId);
      return tx(async (queries) => {
        await queries.update(tables.kbDocuments, { title }, ownedDocument(tables, owner, uuid));
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

const ownedDocument = ({ kbDocuments: table }: Tables, { userUuid }: DocumentOwner, uuid: string): SQL =>
  and(eq(table.uuid, uuid), eq(table.userUuid, userUuid)) as SQL;
