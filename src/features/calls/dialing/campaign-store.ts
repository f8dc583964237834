import { and, asc, eq, inArray, isNotNull, lte, type SQL, sql } from 'drizzle-orm';
import { type Database, forOrganisation, type OrganisationId, type TenantQueries } from '../../../data/index.ts';
import type { FlowRow } from '../../campaigns/index.ts';

/** The campaigns that dialling reads and changes. `isOpen`: a target that is being dialled or may still be dialled. */
export function createCampaignStore(database: Database, isOpen: SQL) {
  const { campaignTargets: targets, flows } = database.tables;
  const of = (organisation: OrganisationId) => forOrganisation(database, organisation);

  return {
    async flow(queries: TenantQueries, uuid: string): Promise<FlowRow | undefined> {
      return (await queries.select(flows, eq(flows.uuid, uuid)))[0];
    },
    /** Locks a campaign against changes and dialling until the transaction ends. */
    async held(queries: TenantQueries, uuid: string): Promise<FlowRow | undefined> {
      return (await queries.lock(flows, eq(flows.uuid, uuid)))[0];
    },
    changeFlow: (queries: TenantQueries, uuid: string, set: Partial<FlowRow>): Promise<number> =>
      queries.update(flows, set, eq(flows.uuid, uuid)),
    activeOutbound: (organisation: OrganisationId): Promise<FlowRow[]> =>
      of(organisation).read.select(flows, and(eq(flows.kind, 'outbound'), eq(flows.status, 'active')), {
        orderBy: [asc(flows.createdAt), asc(flows.uuid)],
      }),
    /** Returns active outbound campaigns of all organisations with a due target, or with no target left. */
    async needingDialer(at: string): Promise<FlowRow[]> {
      const { read } = database.system;
      const theirs = eq(targets.flowUuid, flows.uuid);
      const due = read
        .select({ one: sql`1` })
        .from(targets)
        .where(and(theirs, lte(targets.nextAt, at)));
      const any = read.select({ one: sql`1` }).from(targets).where(theirs);
      const open = read.select({ one: sql`1` }).from(targets).where(and(theirs, isOpen));
      const active = and(eq(flows.kind, 'outbound'), eq(flows.status, 'active'));
      return read
        .select()
        .from(flows)
        .where(and(active, sql`(EXISTS ${due} OR (EXISTS ${any} AND NOT EXISTS ${open}))`));
    },
    /** Returns unfinished campaigns of all organisations with an end date. */
    ending: (): Promise<FlowRow[]> =>
      database.system.read
        .select()
        .from(flows)
        .where(and(isNotNull(flows.endDate), inArray(flows.status, ['active', 'paused']))),
  };
}
