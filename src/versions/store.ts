import { isDeepStrictEqual } from 'node:util';
import { and, desc, eq, inArray, lte, type SQL } from 'drizzle-orm';
import { type Database, forOrganisation, type OrganisationId } from '../data/index.ts';
import type { Definition } from './edit.ts';
import type { Subject } from './history-store.ts';

export interface VersionSummary {
  readonly number: number;
  /** Null for the server itself, and for definitions from before versions were kept. */
  readonly author: { readonly userUuid: string; readonly name: string | null; readonly method: string } | null;
  readonly note: string | null;
  readonly restoredFrom: number | null;
  readonly isDraft: boolean;
  readonly createdAt: string;
}

export interface Version extends VersionSummary {
  readonly definition: Definition;
}

export interface VersionStore {
  /** Newest first. Empty for a subject that was never saved since versions are kept. */
  list(
    organisation: OrganisationId,
    subject: Subject,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<{ readonly versions: VersionSummary[]; readonly total: number }>;
  get(organisation: OrganisationId, subject: Subject, number: number): Promise<Version | undefined>;
  /** Returns when a part of the definition was last changed, up to a version; undefined if that version is not kept. */
  changedAt(
    organisation: OrganisationId,
    subject: Subject,
    number: number,
    part: (definition: Definition) => unknown,
  ): Promise<string | undefined>;
}

const pageOfVersions = 20;

export function createVersionStore(database: Database): VersionStore {
  const { versions, users } = database.tables;
  const of = ({ kind, id }: Subject): SQL => and(eq(versions.kind, kind), eq(versions.subject, id)) as SQL;

  async function namesOf(uuids: readonly (string | null)[]): Promise<ReadonlyMap<string, string>> {
    const distinctUuids = [...new Set(uuids.flatMap((uuid) => uuid ?? []))];
    if (distinctUuids.length === 0) return new Map();
    const columns = { uuid: users.uuid, name: users.name, email: users.email };
    const rows = await database.system.read.select(columns).from(users).where(inArray(users.uuid, distinctUuids));
    return new Map(rows.map(({ uuid, name, email }) => [uuid, name ?? email]));
  }

  return {
    async list(organisation, subject, page) {
      const { read } = forOrganisation(database, organisation);
      const { definition: _, ...columns } = columnsOf(versions);
      const rows = await read.pick(versions, columns, of(subject), { ...page, orderBy: [desc(versions.number)] });
      const names = await namesOf(rows.map(({ authorUuid }) => authorUuid));
      return { versions: rows.map((row) => summaryOf(row, names)), total: await read.count(versions, of(subject)) };
    },
    async get(organisation, subject, number) {
      const { read } = forOrganisation(database, organisation);
      const [row] = await read.select(versions, and(of(subject), eq(versions.number, number)));
      if (row === undefined) return undefined;
      return { ...summaryOf(row, await namesOf([row.authorUuid])), definition: row.definition as Definition };
    },
    async changedAt(organisation, subject, number, part) {
      const { read } = forOrganisation(database, organisation);
      const published = and(of(subject), lte(versions.number, number), eq(versions.isDraft, false));
      let newest: { readonly part: unknown } | undefined;
      let at: string | undefined;
      for (let offset = 0; ; offset += pageOfVersions) {
        const page = { limit: pageOfVersions, offset, orderBy: [desc(versions.number)] };
        const columns = { number: versions.number, definition: versions.definition, createdAt: versions.createdAt };
        const rows = await read.pick(versions, columns, published, page);
        for (const row of rows) {
          if (newest === undefined && row.number !== number) return undefined;
          newest ??= { part: part(row.definition as Definition) };
          if (!isDeepStrictEqual(part(row.definition as Definition), newest.part)) return at;
          at = row.createdAt;
        }
        if (rows.length < pageOfVersions) return at;
      }
    },
  };
}

const columnsOf = ({
  number,
  authorUuid,
  authorMethod,
  note,
  restoredFrom,
  isDraft,
  createdAt,
  definition,
}: Table) => ({
  number,
  authorUuid,
  authorMethod,
  note,
  restoredFrom,
  isDraft,
  createdAt,
  definition,
});

type Table = Database['tables']['versions'];
type Row = Omit<Table['$inferSelect'], 'definition' | 'organisationId' | 'kind' | 'subject'>;

const summaryOf = (row: Row, names: ReadonlyMap<string, string>): VersionSummary => ({
  number: row.number,
  author:
    row.authorUuid === null
      ? null
      : { userUuid: row.authorUuid, name: names.get(row.authorUuid) ?? null, method: row.authorMethod ?? 'session' },
  note: row.note,
  restoredFrom: row.restoredFrom,
  isDraft: row.isDraft,
  createdAt: row.createdAt,
});
