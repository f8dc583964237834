import { and, asc, eq, type InferSelectModel, lte, type SQL } from 'drizzle-orm';
import {
  type Database,
  forOrganisation,
  type OrganisationId,
  type Tables,
  type TenantQueries,
} from '../../../data/index.ts';
import type { DocumentOwner } from '../documents/index.ts';

export type WebsiteRow = InferSelectModel<Tables['kbWebsites']>;
export type WebsiteSettings = Pick<WebsiteRow, 'maxDepth' | 'maxPages' | 'refreshHours' | 'nextAt'>;

export interface WebsiteStore {
  add(owner: DocumentOwner, row: Omit<WebsiteRow, 'organisationId' | 'userUuid' | 'checkedAt'>): Promise<void>;
  /** The caller must have checked that the person may read the document. */
  find(viewer: Pick<DocumentOwner, 'organisationId'>, documentUuid: string): Promise<WebsiteRow | undefined>;
  change(owner: DocumentOwner, documentUuid: string, set: Partial<WebsiteSettings>): Promise<WebsiteRow | undefined>;
  /** Notes the end of a visit. */
  checked(queries: TenantQueries, documentUuid: string, at: string): Promise<void>;
  /** Returns sites of all organisations whose visit is due. */
  due(at: string): Promise<WebsiteRow[]>;
  /** Moves a due site to its next visit. Returns false if another process did so. */
  advance(row: WebsiteRow, nextAt: string | null): Promise<boolean>;
}

const dueAtOnce = 50;

export function createWebsiteStore(database: Database): WebsiteStore {
  const { kbWebsites: table } = database.tables;
  const tenant = (organisationId: string) => forOrganisation(database, organisationId as OrganisationId);
  const ownedBy = ({ userUuid }: DocumentOwner, documentUuid: string): SQL =>
    and(eq(table.documentUuid, documentUuid), eq(table.userUuid, userUuid)) as SQL;

  return {
    add: ({ organisationId, userUuid }, row) =>
      tenant(organisationId).tx(async (queries) => {
        await queries.insert(table, [{ ...row, userUuid, checkedAt: null }]);
      }),
    async find({ organisationId }, documentUuid) {
      return (await tenant(organisationId).read.select(table, eq(table.documentUuid, documentUuid)))[0];
    },
    change: (owner, documentUuid, set) =>
      tenant(owner.organisationId).tx(async (queries) => {
        if (Object.keys(set).length > 0) await queries.update(table, set, ownedBy(owner, documentUuid));
        return (await queries.select(table, ownedBy(owner, documentUuid)))[0];
      }),
    async checked(queries, documentUuid, at) {
      await queries.update(table, { checkedAt: at }, eq(table.documentUuid, documentUuid));
    },
    due: (at) =>
      database.system.read
        .select()
        .from(table)
        .where(lte(table.nextAt, at))
        .orderBy(asc(table.nextAt))
        .limit(dueAtOnce),
    advance: (row, nextAt) =>
      tenant(row.organisationId).tx(async (queries) => {
        const same = and(eq(table.documentUuid, row.documentUuid), eq(table.nextAt, row.nextAt ?? '')) as SQL;
        return (await queries.update(table, { nextAt }, same)) > 0;
      }),
  };
}
