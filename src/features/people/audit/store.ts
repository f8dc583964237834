import { and, desc, eq, gte, type InferSelectModel, lt } from 'drizzle-orm';
import type { OrganisationId, Tables, TenantDatabase } from '../../../data/index.ts';

export type AuditRow = InferSelectModel<Tables['auditEvents']>;
export type NewAuditRow = Omit<AuditRow, 'organisationId'>;

export interface AuditFilter {
  readonly userUuid?: string | undefined;
  readonly action?: string | undefined;
  readonly from?: string | undefined;
  readonly before?: string | undefined;
}

export interface AuditStore {
  add(organisationId: OrganisationId, row: NewAuditRow): Promise<void>;
  finish(organisationId: OrganisationId, uuid: string, status: number): Promise<void>;
  /** Newest first. */
  list(
    organisationId: OrganisationId,
    filter: AuditFilter,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<{ readonly rows: AuditRow[]; readonly total: number }>;
}

export function createAuditStore(tenant: (organisationId: OrganisationId) => TenantDatabase): AuditStore {
  return {
    add: (organisationId, row) => {
      const { tx, tables } = tenant(organisationId);
      return tx((queries) => queries.insert(tables.auditEvents, [row]));
    },
    finish: async (organisationId, uuid, status) => {
      const { tx, tables } = tenant(organisationId);
      await tx((queries) => queries.update(tables.auditEvents, { status }, eq(tables.auditEvents.uuid, uuid)));
    },
    async list(organisationId, filter, page) {
      const { read, tables } = tenant(organisationId);
      const { auditEvents: table } = tables;
      const where = and(
        filter.userUuid === undefined ? undefined : eq(table.userUuid, filter.userUuid),
        filter.action === undefined ? undefined : eq(table.action, filter.action),
        filter.from === undefined ? undefined : gte(table.at, filter.from),
        filter.before === undefined ? undefined : lt(table.at, filter.before),
      );
      const rows = await read.select(table, where, { ...page, orderBy: [desc(table.at), desc(table.uuid)] });
      return { rows, total: await read.count(table, where) };
    },
  };
}
