import { and, desc, eq, inArray, max, notInArray, type SQL, sql } from 'drizzle-orm';
import type { Tables, TenantQueries, versionKinds } from '../data/index.ts';
import { changedPaths } from './difference.ts';
import { accepts, type Definition, type Edit, tagOf, type VersionConflict, versionNamed } from './edit.ts';

/** What a version belongs to. */
export interface Subject {
  readonly kind: (typeof versionKinds)[number];
  readonly id: string;
}

/** The version that a subject has before an edit. */
export interface CurrentVersion {
  readonly number: number;
  readonly definition: Definition;
  readonly createdAt: string;
  /** Further versions that are in use. */
  readonly inUse?: readonly (number | null)[];
}

/** What an edit is compared with. */
export type ConflictState = Pick<CurrentVersion, 'number' | 'definition'> & { readonly isDraft?: boolean };

export interface LastChange {
  readonly subject: Subject;
  readonly at: string;
  /** A name, for a sentence. */
  readonly by: string;
}

interface Saved {
  readonly definition: Definition;
  readonly edit: Edit;
  readonly at: string;
  readonly isDraft?: boolean;
}

/** Versions kept of each subject. Those in use are kept beyond it. */
export const versionsKept = 200;
const namesShown = 3;
const fieldsShown = 8;

const rowOf = ({ kind, id: subject }: Subject, number: number, { definition, edit, at, isDraft = false }: Saved) => ({
  kind,
  subject,
  number,
  definition,
  authorUuid: edit.userUuid ?? null,
  authorMethod: edit.method ?? null,
  note: edit.note ?? null,
  restoredFrom: edit.restoredFrom ?? null,
  isDraft,
  createdAt: at,
});

/** Writes versions in the transaction that changes their subject. */
export function createHistory({ versions, users }: Tables) {
  const of = ({ kind, id }: Subject): SQL => and(eq(versions.kind, kind), eq(versions.subject, id)) as SQL;

  async function lastNumber(queries: TenantQueries, subject: Subject): Promise<number | null> {
    const where = queries.own(versions, of(subject));
    const [row] = await queries.system
      .select({ last: max(versions.number) })
      .from(versions)
      .where(where);
    return row?.last ?? null;
  }

  async function namesOf(queries: TenantQueries, uuids: readonly string[]): Promise<string> {
    const names: string[] = [];
    for (const uuid of uuids.slice(0, namesShown)) {
      const [user] = await queries.system
        .select({ name: users.name, email: users.email })
        .from(users)
        .where(eq(users.uuid, uuid));
      if (user !== undefined) names.push(user.name ?? user.email);
    }
    return names.length === 0 ? 'Somebody' : names.join(' and ');
  }

  /** Says who changed which fields since a version; undefined if that version is not kept. */
  async function changesSince(
    queries: TenantQueries,
    subject: Subject,
    current: ConflictState,
    based: number | undefined,
  ): Promise<string | undefined> {
    const { number, definition, isDraft = false } = current;
    const before = based === undefined || based >= number ? undefined : await definitionOf(queries, subject, based);
    if (based === undefined || before === undefined) return undefined;
    const since = and(
      of(subject),
      sql`${versions.number} > ${based}`,
      sql`${versions.number} <= ${number}`,
      isDraft ? undefined : eq(versions.isDraft, false),
    );
    const rows = await queries.pick(versions, { authorUuid: versions.authorUuid }, since);
    const names = await namesOf(queries, [...new Set(rows.flatMap(({ authorUuid }) => authorUuid ?? []))]);
    const fields = changedPaths(before, definition);
    const shown = fields.slice(0, fieldsShown).join(', ');
    const more = fields.length > fieldsShown ? ` and ${fields.length - fieldsShown} more fields` : '';
    const what = fields.length === 0 ? 'and restored' : `${shown}${more}`;
    return `${names} changed ${what} since version ${based}; the current version is ${number}.`;
  }

  async function definitionOf(
    queries: TenantQueries,
    subject: Subject,
    number: number,
  ): Promise<Definition | undefined> {
    const [row] = await queries.select(versions, and(of(subject), eq(versions.number, number)));
    return row?.definition as Definition | undefined;
  }

  /** Returns who saved a version, as the edit of a further one. */
  async function authorOf(queries: TenantQueries, subject: Subject, number: number): Promise<Edit> {
    const where = and(of(subject), eq(versions.number, number));
    const [row] = await queries.pick(
      versions,
      { authorUuid: versions.authorUuid, authorMethod: versions.authorMethod },
      where,
    );
    return {
      ...(row?.authorUuid != null && { userUuid: row.authorUuid }),
      ...(row?.authorMethod != null && { method: row.authorMethod }),
    };
  }

  return {
    definitionOf,
    authorOf,
    /** Stores the first version of a new subject. */
    begin: (queries: TenantQueries, subject: Subject, saved: Saved) =>
      queries.insert(versions, [rowOf(subject, 1, saved)]),
    /** Stores a further version and returns its number. A definition from before versions were kept is stored first. */
    async add(queries: TenantQueries, subject: Subject, current: CurrentVersion, saved: Saved): Promise<number> {
      const last = await lastNumber(queries, subject);
      const { definition, createdAt: at } = current;
      if (last === null) await queries.insert(versions, [rowOf(subject, current.number, { definition, edit: {}, at })]);
      const number = Math.max(last ?? 0, current.number) + 1;
      await queries.insert(versions, [rowOf(subject, number, saved)]);
      const inUse = [current.number, number, ...(current.inUse ?? [])].filter((version) => version !== null);
      const isOld = sql`${versions.number} <= ${number - versionsKept}`;
      await queries.delete(versions, and(of(subject), isOld, notInArray(versions.number, inUse)) as SQL);
      return number;
    },
    /** Marks a draft as published. */
    publish: (queries: TenantQueries, subject: Subject, number: number, { note }: Edit) =>
      queries.update(
        versions,
        { isDraft: false, ...(note === undefined || note === null ? {} : { note }) },
        and(of(subject), eq(versions.number, number)) as SQL,
      ),
    remove: (queries: TenantQueries, subject: Subject) => queries.delete(versions, of(subject)),
    changesSince,
    /** Returns who saved which of these subjects last; undefined if none was ever saved. */
    async lastChange(queries: TenantQueries, subjects: readonly Subject[]): Promise<LastChange | undefined> {
      if (subjects.length === 0) return undefined;
      const ids = subjects.map(({ id }) => id);
      const { kind, subject, createdAt, authorUuid } = versions;
      const columns = { kind, subject, createdAt, authorUuid };
      const orderBy = [desc(createdAt), desc(versions.number)];
      const rows = await queries.pick(versions, columns, inArray(subject, ids), { orderBy, limit: 20 });
      const row = rows.find((each) => subjects.some(({ id, kind: of }) => of === each.kind && id === each.subject));
      if (row === undefined) return undefined;
      const by = await namesOf(queries, row.authorUuid === null ? [] : [row.authorUuid]);
      return { subject: { kind: row.kind, id: row.subject }, at: row.createdAt, by };
    },
    /** Returns why an edit based on another version is refused; undefined if it is accepted. */
    async conflict(
      queries: TenantQueries,
      subject: Subject,
      current: ConflictState,
      { ifMatch }: Edit,
    ): Promise<VersionConflict | undefined> {
      const { number } = current;
      if (ifMatch === undefined || accepts(ifMatch, number)) return undefined;
      const advice = `Read it again, merge your changes, and send If-Match: ${tagOf(number)}.`;
      const changes = await changesSince(queries, subject, current, versionNamed(ifMatch));
      return { conflict: `${changes ?? `The current version is ${number}, not the one of If-Match.`} ${advice}` };
    },
  };
}

export type History = ReturnType<typeof createHistory>;
