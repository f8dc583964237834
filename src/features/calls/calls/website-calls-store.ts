import { and, eq, inArray } from 'drizzle-orm';
import { type Database, forOrganisation, type OrganisationId, openCallStatuses } from '../../../data/index.ts';
import { websiteLine } from './channels.ts';

/** Calls of visitors of websites. The page's origin is stored in place of the number that was called. */
export function createWebsiteCallStore(database: Database) {
  const { calls } = database.tables;
  const open = inArray(calls.status, [...openCallStatuses]);
  return {
    countOpen: (organisation: OrganisationId, flowUuid: string): Promise<number> =>
      forOrganisation(database, organisation).read.count(
        calls,
        and(open, eq(calls.flowUuid, flowUuid), eq(calls.dialect, websiteLine)),
      ),
    /** Returns those of these calls that have not ended. */
    async openAmong(organisation: OrganisationId, uuids: readonly string[]): Promise<string[]> {
      const columns = { uuid: calls.uuid, status: calls.status };
      const rows = await forOrganisation(database, organisation).read.pickAmong(calls, columns, calls.uuid, uuids);
      return rows.filter(({ status }) => openCallStatuses.some((each) => each === status)).map(({ uuid }) => uuid);
    },
  };
}
