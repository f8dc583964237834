import { eq } from 'drizzle-orm';
import {
  type Database,
  forOrganisation,
  type OrganisationId,
  type Tables,
  type TenantQueries,
} from '../../../data/index.ts';

export type DeletionRow = Tables['callDeletions']['$inferSelect'];

export interface DeletionStore {
  add(queries: TenantQueries, row: Omit<DeletionRow, 'organisationId'>): Promise<void>;
  get(organisation: OrganisationId, uuid: string): Promise<DeletionRow | undefined>;
  change(
    queries: TenantQueries,
    uuid: string,
    set: Partial<Pick<DeletionRow, 'status' | 'filter' | 'deleted' | 'kept' | 'finishedAt'>>,
  ): Promise<void>;
  tx<T>(organisation: OrganisationId, work: (queries: TenantQueries) => Promise<T>): Promise<T>;
}

export function createDeletionStore(database: Database): DeletionStore {
  const { callDeletions } = database.tables;
  return {
    add: (queries, row) => queries.insert(callDeletions, [row]),
    async get(organisation, uuid) {
      return (
        await forOrganisation(database, organisation).read.select(callDeletions, eq(callDeletions.uuid, uuid))
      )[0];
    },
    async change(queries, uuid, set) {
      await queries.update(callDeletions, set, eq(callDeletions.uuid, uuid));
    },
    tx: (organisation, work) => forOrganisation(database, organisation).tx(work),
  };
}
