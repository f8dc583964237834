import { and, asc, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import {
  type Database,
  forOrganisation,
  type OrganisationId,
  type Queries,
  type TenantQueries,
} from '../../../data/index.ts';
import type { ContactUndo, Undone } from '../contacts/index.ts';
import { parts } from './parts.ts';

/** What an import changed, kept so that it can be undone. */
export interface ImportUndoStore {
  /** Marks a finished import as being undone. Returns false if it is marked already. */
  beginUndo(organisation: OrganisationId, uuid: string, also: (queries: Queries) => Promise<void>): Promise<boolean>;
  /** Returns the next changes that are not undone yet. */
  changes(queries: TenantQueries, uuid: string, most: number): Promise<ContactUndo[]>;
  /** Removes undone changes and counts them, in the transaction that undid them. */
  undone(
    queries: TenantQueries,
    uuid: string,
    done: { readonly contactUuids: readonly string[]; readonly count: Undone },
  ): Promise<void>;
  finishUndo(queries: TenantQueries, uuid: string): Promise<void>;
  /** Whether changes remain to be undone. */
  hasChanges(organisation: OrganisationId, uuid: string): Promise<boolean>;
  /** Keeps the changes of a batch. */
  keepChanges(queries: TenantQueries, uuid: string, changes: readonly ContactUndo[]): Promise<void>;
}

export function createImportUndoStore(database: Database): ImportUndoStore {
  const { contactImports: table, contactImportChanges } = database.tables;
  const of = (organisation: OrganisationId) => forOrganisation(database, organisation);

  return {
    beginUndo: (organisation, uuid, also) =>
      of(organisation).tx(async (queries) => {
        const idle = and(eq(table.uuid, uuid), isNotNull(table.finishedAt), isNull(table.undoStatus))!;
        if ((await queries.update(table, { undoStatus: 'running' }, idle)) === 0) return false;
        await also(queries.system);
        return true;
      }),
    async changes(queries, uuid, most) {
      const rows = await queries.select(contactImportChanges, eq(contactImportChanges.importUuid, uuid), {
        orderBy: [asc(contactImportChanges.contactUuid)],
        limit: most,
      });
      return rows.map(({ contactUuid, before, storedAt }) => ({
        contactUuid,
        storedAt,
        before: (before ?? null) as ContactUndo['before'],
      }));
    },
    async undone(queries, uuid, { contactUuids, count: { removed, restored, kept: keptRows } }) {
      const theirs = inArray(contactImportChanges.contactUuid, [...contactUuids]);
      await queries.delete(contactImportChanges, and(eq(contactImportChanges.importUuid, uuid), theirs)!);
      const [was] = await queries.select(table, eq(table.uuid, uuid));
      if (was === undefined) return;
      const counts = {
        undoRemoved: was.undoRemoved + removed,
        undoRestored: was.undoRestored + restored,
        undoKept: was.undoKept + keptRows,
      };
      await queries.update(table, counts, eq(table.uuid, uuid));
    },
    async finishUndo(queries, uuid) {
      await queries.update(table, { undoStatus: 'done' }, eq(table.uuid, uuid));
    },
    hasChanges: async (organisation, uuid) =>
      (await of(organisation).read.count(contactImportChanges, eq(contactImportChanges.importUuid, uuid))) > 0,
    keepChanges,
  };

  /** The first change of a contact in an import has its previous state, the last one its present `updatedAt`. */
  async function keepChanges(queries: TenantQueries, uuid: string, changes: readonly ContactUndo[]): Promise<void> {
    const [first] = changes;
    if (first === undefined) return;
    const { storedAt } = first;
    const rows = changes.map((change) => ({ ...change, importUuid: uuid }));
    for (const some of parts(rows)) {
      await queries.insertNew(contactImportChanges, some);
      const again = inArray(
        contactImportChanges.contactUuid,
        some.map(({ contactUuid }) => contactUuid),
      );
      await queries.update(contactImportChanges, { storedAt }, and(eq(contactImportChanges.importUuid, uuid), again)!);
    }
  }
}
