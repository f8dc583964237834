import { and, eq, gt, inArray, min } from 'drizzle-orm';
import type { Database, TenantQueries } from '../data/index.ts';

/** What needs a file, by the room that keeps it and its own uuid. */
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

/** Which files are needed, and by what: rows, written in the transaction that writes or removes their holder. */
export interface FileReferences {
  /** The file store of this server; null when all servers read it. */
  readonly place: string | null;
  /** The file store that has the files of a holder; null when every server reads them, or nothing is known. */
  placeOf(reads: Pick<TenantQueries, 'select'>, holder: FileHolder): Promise<string | null>;
  /** How many file stores of single servers have files, this server's own counted. */
  stores(): Promise<number>;
  hold(queries: TenantQueries, holder: FileHolder, digest: string): Promise<void>;
  /** Answers the digests that this holder held; whether others hold them is for the store to ask. */
  release(queries: TenantQueries, holder: FileHolder): Promise<string[]>;
  /** By the uuid of the holder, of holders of one file each; those that hold none are left out. */
  digestsOf(
    reads: Pick<TenantQueries, 'select'>,
    kind: FileHolder['kind'],
    uuids: readonly string[],
  ): Promise<ReadonlyMap<string, string>>;
  /** Those of these that anything holds, in whichever organisation. */
  heldAmong(digests: readonly string[]): Promise<ReadonlySet<string>>;
}

/** Beyond it, more are not counted. */
const maxStores = 100;

export function createFileReferences(database: Database, place: string | null = null): FileReferences {
  const { fileReferences: table } = database.tables;
  return {
    place,
    async placeOf(reads, { kind, uuid }) {
      const rows = await reads.select(table, and(eq(table.holderKind, kind), eq(table.holderUuid, uuid)));
      return rows[0]?.place ?? null;
    },
    async stores() {
      const found = new Set(place === null ? [] : [place]);
      // Each step is one look into the index, however many files a store has.
      for (let last = ''; found.size < maxStores; ) {
        const [row] = await database.system.read
          .select({ place: min(table.place) })
          .from(table)
          .where(gt(table.place, last));
        if (!row?.place) break;
        last = row.place;
        found.add(last);
      }
      return found.size;
    },
    async hold(queries, { kind, uuid }, digest) {
      await queries.insertNew(table, [{ holderKind: kind, holderUuid: uuid, digest, place }]);
    },
    async release(queries, { kind, uuid }) {
      const own = and(eq(table.holderKind, kind), eq(table.holderUuid, uuid))!;
      const held = await queries.select(table, own);
      await queries.delete(table, own);
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
