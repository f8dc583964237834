import { asc, eq } from 'drizzle-orm';
import { type Database, forOrganisation, type OrganisationId, type TenantQueries } from '../../../data/index.ts';
import type { InteractionRow } from '../interactions/index.ts';

/** A rejected item. */
export interface BulkError {
  readonly file: string | null;
  /** Row of the manifest. */
  readonly row: number | null;
  readonly detail: string;
}

export interface BulkItem {
  readonly interactionUuid: string;
  readonly fileName: string;
  readonly isDuplicate: boolean;
}

export type BulkCall = Pick<InteractionRow, 'id' | 'uuid' | 'status' | 'error'> &
  Pick<BulkItem, 'fileName' | 'isDuplicate'>;

export interface BulkUpload {
  readonly uuid: string;
  readonly userUuid: string;
  readonly errors: readonly BulkError[];
  readonly createdAt: string;
  readonly calls: readonly BulkCall[];
}

export interface BulkStore {
  /** Runs in the caller's transaction. */
  add(
    queries: TenantQueries,
    upload: Omit<BulkUpload, 'calls'> & { readonly items: readonly BulkItem[] },
  ): Promise<void>;
  get(organisation: OrganisationId, uuid: string): Promise<BulkUpload | undefined>;
}

export function createBulkStore(database: Database): BulkStore {
  const { bulkUploads, bulkUploadItems, interactions } = database.tables;
  return {
    async add(queries, { uuid, userUuid, errors, createdAt, items }) {
      await queries.insert(bulkUploads, [{ uuid, userUuid, errors, createdAt }]);
      const rows = items.map((item, position) => ({ uploadUuid: uuid, position, ...item }));
      await queries.insert(bulkUploadItems, rows);
    },
    async get(organisation, uuid) {
      const { read } = forOrganisation(database, organisation);
      const [upload] = await read.select(bulkUploads, eq(bulkUploads.uuid, uuid));
      if (upload === undefined) return undefined;
      const orderBy = [asc(bulkUploadItems.position)];
      const items = await read.select(bulkUploadItems, eq(bulkUploadItems.uploadUuid, uuid), { orderBy });
      const uuids = items.map(({ interactionUuid }) => interactionUuid);
      const columns = {
        id: interactions.id,
        uuid: interactions.uuid,
        status: interactions.status,
        error: interactions.error,
      };
      const rows = await read.pickAmong(interactions, columns, interactions.uuid, uuids);
      const calls = items.flatMap(({ interactionUuid, fileName, isDuplicate }) => {
        const row = rows.find((each) => each.uuid === interactionUuid);
        return row === undefined ? [] : [{ ...row, fileName, isDuplicate }];
      });
      const { userUuid, createdAt } = upload;
      return { uuid, userUuid, createdAt, calls, errors: upload.errors as BulkError[] };
    },
  };
}
