import { and, eq, gt, inArray, min } from 'drizzle-orm';
import type { Database, TenantQueries } from '../data/index.ts';

/** What needs a file: the owning feature and the uuid of its record. */
export interface FileHolder {
  readonly kind:
    | 'kb_document'
    | 'contact_import'
    | 'call_recording'
    | 'interaction'
    | 'practice_run'
    | 'speaker'
    | 'speaker_sample'
    | 'voice_sample';
  readonly uuid: string;
}

/**
 * Rows that record which files are needed and by what. They are written in the transaction that writes or removes the
 * holder.
 */
export interface FileReferences {
  /** This server's file store; null if all servers share it. */
  readonly place: string | null;
  /** Returns the file store with a holder's files; null if every server reads them or it is unknown. */
  placeOf(reads: Pick<TenantQueries, 'select'>, holder: FileHolder): Promise<string | null>;
  /** Returns whether the file is in the stores of other servers and not in this server's. */
  isElsewhere(digest: string): Promise<boolean>;
  /** Returns the number of single-server file stores that contain files, including this server's. */
  stores(): Promise<number>;
  hold(queries: TenantQueries, holder: FileHolder, digest: string): Promise<void>;
  /** Removes the holder's references and returns their digests; the store checks whether other holders remain. */
  release(queries: TenantQueries, holder: FileHolder): Promise<string[]>;
  /** Returns digests by holder uuid, for holders of one file each; holders without a file are omitted. */
  digestsOf(
    reads: Pick<TenantQueries, 'select'>,
    kind: FileHolder['kind'],
    uuids: readonly string[],
  ): Promise<ReadonlyMap<string, string>>;
  /** Returns those of the given digests that have a holder in any organisation. */
  heldAmong(digests: readonly string[]): Promise<ReadonlySet<string>>;
}

/** Upper bound of the count. */
const maxStores = 100;

export function createFileReferences(database: Database, place: string | null = null): FileReferences {
  const { fileReferences: table } = database.tables;
  return {
    place,
    async placeOf(reads, { kind, uuid }) {
      const rows = await reads.select(table, and(eq(table.holderKind, kind), eq(table.holderUuid, uuid)));
      return rows[0]?.place ?? null;
    },
    async isElsewhere(digest) {
      const rows = await database.system.read
        .selectDistinct({ place: table.place })
        .from(table)
        .where(eq(table.digest, digest));
      return place !== null && rows.length > 0 && rows.every((row) => row.place !== null && row.place !== place);
    },
    async stores() {
      const placesOfFile = new Set(place === null ? [] : [place]);
      // Each step is one index lookup, regardless of how many files a store has.
      for (let last = ''; placesOfFile.size < maxStores; ) {
        const [row] = await database.system.read
          .select({ place: min(table.place) })
          .from(table)
          .where(gt(table.place, last));
        if (!row?.place) break;
        last = row.place;
        placesOfFile.add(last);
      }
      return placesOfFile.size;
    },
    async hold(queries, { kind, uuid }, digest) {
      await queries.insertNew(table, [{ holderKind: kind, holderUuid: uuid, digest, place }]);
    },
    async release(queries, { kind, uuid }) {
      const ofHolder = and(eq(table.holderKind, kind), eq(table.holderUuid, uuid))!;
      const held = await queries.select(table, ofHolder);
      await queries.delete(table, ofHolder);
      return held.map(({ digest }) => digest);
    },
    async digestsOf(reads, kind, uuids) {
      if (uuids.length === 0) return new Map();
      const rows = await reads.select(table, and(eq(table.holderKind, kind), inArray(table.holderUuid, [...uuids])));
      return new Map(rows.map(({ holderUuid, digest }) => [holderUuid, digest]));
    },
    async heldAmong(digests) {
      if (digests.length === 0) return new Set();
      const rows = await database.system.read
        .selectDistinct({ digest: table.digest })
        .from(table)
        .where(inArray(table.digest, [...digests]));
      return new Set(rows.map(({ digest }) => digest));
    },
  };
}
