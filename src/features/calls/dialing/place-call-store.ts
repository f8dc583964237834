import { type Database, forOrganisation, type OrganisationId, type TenantQueries } from '../../../data/index.ts';

/** Transaction shared by a contact, a call and the job that dials it. */
export interface RequestStore {
  tx<T>(organisation: OrganisationId, work: (queries: TenantQueries) => Promise<T>): Promise<T>;
}

export const createRequestStore = (database: Database): RequestStore => ({
  tx: (organisation, work) => forOrganisation(database, organisation).tx(work),
});
