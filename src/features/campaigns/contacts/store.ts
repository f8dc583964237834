import { randomUUID } from 'node:crypto';
import { and, eq, gte, type InferSelectModel, inArray, type SQL, sql } from 'drizzle-orm';
import {
  against,
  along,
  containsExactly,
  createCountCache,
  type Database,
  forOrganisation,
  type Orders,
  type OrganisationId,
  orderBy,
  type SortedPage,
  type Tables,
  type TenantQueries,
} from '../../../data/index.ts';
import {
  type Contact,
  type ContactSet,
  changed,
  heeding,
  isSeen,
  type Refusal,
  refusalOf,
  type Sight,
  searchedFor,
  searchText,
} from './contact-change.ts';
import { linkEarlierCalls } from './earlier-calls-store.ts';
import { type NumberHashes, noNumberHashes } from './number-hash-store.ts';
import type { ContactSort } from './schema.ts';
import { suppress, suppressedAmong } from './suppression-store.ts';

type ContactRow = InferSelectModel<Tables['contacts']>;

export interface ContactFilter {
  readonly phone?: string | undefined;
  readonly tag?: string | undefined;
  readonly optedOut?: boolean | undefined;
  readonly q?: string | undefined;
}

/** Newest first where no order is asked for. Contacts without a name come before the others, by their e-mail address and number. */
export type ContactPage = SortedPage<ContactSort>;

/** Data of the contact with this number. */
export type ContactUpsert = ContactSet & { readonly phone: string };

export type Upserted =
  | { readonly kind: 'created'; readonly contact: Contact }
  | { readonly kind: 'updated'; readonly contact: Contact; readonly was: Contact }
  | { readonly kind: Refusal; readonly contact?: undefined };

export interface UpsertOptions {
  readonly at: string;
  readonly sight: Sight;
  /** Returns the results without storing anything. */
  readonly dryRun?: boolean;
  /** Keeps the name of contacts that have one. */
  readonly keepNames?: boolean;
}

/** A change of a contact that can be undone. */
export interface ContactUndo {
  readonly contactUuid: string;
  /** The previous contact; null if it did not exist. */
  readonly before: Contact | null;
  /** `updatedAt` of the contact after the change. */
  readonly storedAt: string;
}

export interface Undone {
  readonly removed: number;
  readonly restored: number;
  readonly kept: number;
}

/** The part of a call that is stored with its contact. */
export interface CalledOnce {
  /** Time of the call attempt, ISO 8601. */
  readonly at: string;
  readonly outcome: string | null;
}

export interface ContactStore {
  get(organisation: OrganisationId, uuid: string, sight: Sight): Promise<Contact | undefined>;
  /** Returns the tags of the contacts that are seen, the most frequent first, at most 200. */
  tags(organisation: OrganisationId, sight: Sight): Promise<string[]>;
  /** `phone`: E.164. */
  byPhone(organisation: OrganisationId, phone: string, sight: Sight): Promise<Contact | undefined>;
  list(
    organisation: OrganisationId,
    ask: { readonly filter: ContactFilter; readonly sight: Sight },
    page: ContactPage,
  ): Promise<{ contacts: Contact[]; total: number }>;
  /**
   * Runs in the caller's transaction. Returns results in row order; each row sees the effects of the rows before it.
   */
  upsertIn(queries: TenantQueries, rows: readonly ContactUpsert[], options: UpsertOptions): Promise<Upserted[]>;
  upsert(organisation: OrganisationId, rows: readonly ContactUpsert[], options: UpsertOptions): Promise<Upserted[]>;
  /**
   * Reverts changes to contacts, in the caller's transaction. Contacts that were changed or called since, or deleted,
   * are unchanged.
   */
  undoIn(queries: TenantQueries, changes: readonly ContactUndo[], since: string): Promise<Undone>;
  update(
    organisation: OrganisationId,
    uuid: string,
    set: ContactSet,
    options: UpsertOptions,
  ): Promise<Contact | 'unknown' | 'phone_taken' | Refusal>;
  /** Records in the caller's transaction that a call to the contact has ended. */
  called(queries: TenantQueries, uuid: string, call: CalledOnce): Promise<void>;
  /** Returns whether the contact existed. */
  remove(organisation: OrganisationId, uuid: string, sight: Sight): Promise<boolean>;
}

/** SQLite accepts at most 32,766 parameters; a statement need not be that long. */
const atOnce = 500;

export interface ContactStoreOptions {
  /** Limit per organisation; unlimited if absent. */
  readonly mostContacts?: number;
  /** Compare numbers of erased people. */
  readonly hashes?: Pick<NumberHashes, 'existing'>;
}

const mostTags = 200;

export function createContactStore(database: Database, options: ContactStoreOptions = {}): ContactStore {
  const { mostContacts = Number.POSITIVE_INFINITY, hashes = noNumberHashes } = options;
  const { tables } = database;
  const of = (organisation: OrganisationId) => forOrganisation(database, organisation);
  const counts = createCountCache(database);
  const orders = ordersOf(tables);

  const one = (queries: Reads, uuid: string, sight: Sight): Promise<Contact | undefined> =>
    oneWhere(queries, eq(tables.contacts.uuid, uuid), sight);

  async function oneWhere(queries: Reads, where: SQL, sight: Sight): Promise<Contact | undefined> {
    const rows = await queries.select(tables.contacts, where);
    const [contact] = await withTags(queries, tables, rows);
    return contact !== undefined && isSeen(contact.tags, sight) ? contact : undefined;
  }

  const upsertIn: ContactStore['upsertIn'] = (queries, rows, options) =>
    upsertRows(queries, tables, rows, { ...options, mostContacts, hashes });

  return {
    get: (organisation, uuid, sight) => one(of(organisation).read, uuid, sight),
    async tags(organisation, sight) {
      const { read } = of(organisation);
      const { contactTags } = tables;
      const statement = sql`SELECT ${contactTags.tag} AS tag FROM ${contactTags}
        WHERE ${read.own(contactTags, sight && inArray(contactTags.contactUuid, taggedAs(read, tables, sight)))}
        GROUP BY ${contactTags.tag} ORDER BY count(*) DESC, ${contactTags.tag} LIMIT ${sql.raw(String(mostTags))}`;
      const rows = await database.system.slowRows<{ readonly tag: string }>(statement, organisation);
      return rows.map(({ tag }) => tag);
    },
    byPhone: (organisation, phone, sight) => oneWhere(of(organisation).read, eq(tables.contacts.phone, phone), sight),
    async list(organisation, { filter, sight }, { limit, offset, ...sorting }) {
      const { read } = of(organisation);
      const where = whereOf(read, tables, filter, sight);
      const key = JSON.stringify([organisation, filter, sight]);
      const total = await counts.get(key, () => read.count(tables.contacts, where));
      const page = { limit, offset, orderBy: orderBy(sorting, orders, newestFirst) };
      const rows = await read.select(tables.contacts, where, page);
      return { contacts: await withTags(read, tables, rows), total };
    },
    upsertIn,
    undoIn: (queries, changes, since) => undoChanges(queries, tables, changes, since),
    upsert: (organisation, rows, options) => of(organisation).tx((queries) => upsertIn(queries, rows, options)),
    update: (organisation, uuid, set, { at, sight }) =>
      of(organisation).tx(async (queries) => {
        const was = await one(queries, uuid, sight);
        if (was === undefined) return 'unknown';
        const wished = { ...changed(was, set, 'replace'), updatedAt: at };
        const suppressed = await suppressedAmong(queries, tables, [wished.phone], hashes);
        if (set.optedOut === false && suppressed.size > 0) return 'suppressed';
        const contact = heeding(wished, suppressed);
        const refusal = refusalOf(contact, sight);
        if (refusal !== undefined) return refusal;
        const taken = contact.phone === was.phone ? [] : await byPhone(queries, tables, [contact.phone]);
        if (taken.length > 0) return 'phone_taken';
        await write(queries, tables, contact, was);
        if (contact.phone !== was.phone) await linkEarlierCalls(queries, tables, [contact]);
        await suppress(queries, tables, suppressionsOf([contact]));
        return contact;
      }),
    async called(queries, uuid, { at, outcome }) {
      const attempts = sql`${tables.contacts.attempts} + 1` as never;
      const counted = { attempts, lastCalledAt: at, lastOutcome: outcome };
      await queries.update(tables.contacts, counted, eq(tables.contacts.uuid, uuid));
    },
    remove: (organisation, uuid, sight) =>
      of(organisation).tx(async (queries) => {
        if ((await one(queries, uuid, sight)) === undefined) return false;
        return (await queries.delete(tables.contacts, eq(tables.contacts.uuid, uuid))) > 0;
      }),
  };
}

const newestFirst = { sort: 'created_at', order: 'desc' } as const;

/** Each along an index. The search text begins with the name in lower case. */
const ordersOf = ({ contacts: { search, phone, createdAt, uuid } }: Tables): Orders<ContactSort> => ({
  name: (direction) => [along(direction, search), along(direction, uuid)],
  phone: (direction) => [along(direction, phone)],
  created_at: (direction) => [along(direction, createdAt), against(direction, uuid)],
});

type Reads = Pick<TenantQueries, 'select' | 'count' | 'own' | 'system'>;

/** Selects the uuids of contacts with one of these tags. */
const taggedAs = (queries: Reads, { contactTags }: Tables, tags: readonly string[]) =>
  queries.system
    .select({ uuid: contactTags.contactUuid })
    .from(contactTags)
    .where(queries.own(contactTags, inArray(contactTags.tag, [...tags])));

function whereOf(
  queries: Reads,
  tables: Tables,
  { phone, tag, optedOut, q }: ContactFilter,
  sight: Sight,
): SQL | undefined {
  const { contacts } = tables;
  const carrying = (tags: readonly string[]): SQL => inArray(contacts.uuid, taggedAs(queries, tables, tags));
  return and(
    phone === undefined ? undefined : eq(contacts.phone, phone),
    optedOut === undefined ? undefined : eq(contacts.optedOut, optedOut),
    tag === undefined ? undefined : carrying([tag]),
    sight === undefined ? undefined : carrying(sight),
    q === undefined ? undefined : containsExactly(contacts.search, searchedFor(q)),
  );
}

async function withTags(queries: Reads, { contactTags }: Tables, rows: readonly ContactRow[]): Promise<Contact[]> {
  const tags = new Map<string, string[]>(rows.map(({ uuid }) => [uuid, []]));
  for (const uuids of parts([...tags.keys()])) {
    const some = await queries.select(contactTags, inArray(contactTags.contactUuid, uuids));
    for (const { contactUuid, tag } of some) tags.get(contactUuid)?.push(tag);
  }
  return rows.map(({ organisationId, search, metadata, ...row }) => ({
    ...row,
    metadata: metadata as Contact['metadata'],
    tags: tags.get(row.uuid)!.sort(),
  }));
}

async function byPhone(queries: Reads, tables: Tables, phones: readonly string[]): Promise<Contact[]> {
  const rows: ContactRow[] = [];
  for (const some of parts(phones))
    rows.push(...(await queries.select(tables.contacts, inArray(tables.contacts.phone, some))));
  return withTags(queries, tables, rows);
}

async function upsertRows(
  queries: TenantQueries,
  tables: Tables,
  rows: readonly ContactUpsert[],
  { at, sight, dryRun = false, keepNames = false, mostContacts, hashes }: UpsertOptions & Required<ContactStoreOptions>,
): Promise<Upserted[]> {
  const stored = await byPhone(queries, tables, [...new Set(rows.map(({ phone }) => phone))]);
  const phones = [...new Set(rows.map(({ phone }) => phone))];
  const suppressed = new Map<string, string | null>();
  for (const some of parts(phones))
    for (const [phone, reason] of await suppressedAmong(queries, tables, some, hashes)) suppressed.set(phone, reason);
  const known = new Map(stored.map((contact) => [contact.phone, contact]));
  const now = new Map(known);
  let room = await roomFor(queries, tables, { mostContacts, added: phones.length - known.size });
  const results = rows.map((row): Upserted => {
    const was = now.get(row.phone);
    if (was !== undefined && !isSeen(was.tags, sight)) return { kind: 'hidden' };
    const set = {
      ...row,
      ...(keepNames && was !== undefined && was.name !== null && { name: undefined }),
      // The first reason stands.
      ...(was?.optedOut === true && row.optedOut === true && { dncReason: undefined }),
    };
    const wished = { ...changed(was ?? newContact(row.phone, at), set, 'add'), updatedAt: at };
    const contact = heeding(wished, suppressed);
    const refusal = refusalOf(contact, sight);
    if (refusal !== undefined) return { kind: refusal };
    if (was === undefined && room <= 0) return { kind: 'too_many_contacts' };
    if (was === undefined) room -= 1;
    now.set(row.phone, contact);
    return was === undefined ? { kind: 'created', contact } : { kind: 'updated', contact, was };
  });
  if (dryRun) return results;
  const all = [...now.values()];
  const created = all.filter(({ phone }) => !known.has(phone));
  await insert(queries, tables, created);
  await linkEarlierCalls(queries, tables, created);
  for (const contact of all) {
    const was = known.get(contact.phone);
    if (was !== undefined && was !== contact) await write(queries, tables, contact, was);
  }
  const fresh = suppressionsOf(all.filter(({ phone }) => !suppressed.has(phone)));
  for (const some of parts(fresh)) await suppress(queries, tables, some);
  return results;
}

async function undoChanges(
  queries: TenantQueries,
  tables: Tables,
  changes: readonly ContactUndo[],
  since: string,
): Promise<Undone> {
  const { contacts, calls } = tables;
  const uuids = changes.map(({ contactUuid }) => contactUuid);
  const rows = await withTags(queries, tables, await queries.lock(contacts, inArray(contacts.uuid, uuids)));
  const stored = new Map(rows.map((contact) => [contact.uuid, contact]));
  const called = and(inArray(calls.contactUuid, uuids), gte(calls.createdAt, since));
  const callRows = await queries.pick(calls, { contactUuid: calls.contactUuid }, called);
  const calledUuids = new Set(callRows.map(({ contactUuid }) => contactUuid));
  const isSame = ({ contactUuid, storedAt }: ContactUndo): boolean =>
    stored.get(contactUuid)?.updatedAt === storedAt && !calledUuids.has(contactUuid);
  const undone = changes.filter(isSame);
  const added = undone.filter(({ before }) => before === null).map(({ contactUuid }) => contactUuid);
  if (added.length > 0) await queries.delete(contacts, inArray(contacts.uuid, added));
  for (const { before, contactUuid } of undone) {
    if (before === null) continue;
    const now = stored.get(contactUuid) as Contact;
    // An opt-out of the list stands: the number stays on the do-not-call list.
    const { optedOut, dncReason } = now;
    await write(queries, tables, optedOut ? { ...before, optedOut, dncReason } : before, now);
  }
  const kept = changes.length - undone.length;
  return { removed: added.length, restored: undone.length - added.length, kept };
}

/** Returns the number of contacts that may still be added. Counts contacts only if there is a limit. */
async function roomFor(
  queries: TenantQueries,
  tables: Tables,
  { mostContacts, added }: { readonly mostContacts: number; readonly added: number },
): Promise<number> {
  if (added === 0 || mostContacts === Number.POSITIVE_INFINITY) return mostContacts;
  return mostContacts - (await queries.count(tables.contacts));
}

const suppressionsOf = (contacts: readonly Contact[]) =>
  contacts
    .filter(({ optedOut }) => optedOut)
    .map(({ phone, dncReason, updatedAt }) => ({ uuid: randomUUID(), phone, reason: dncReason, createdAt: updatedAt }));

const newContact = (phone: string, at: string): Contact => ({
  uuid: randomUUID(),
  phone,
  name: null,
  email: null,
  languageCode: null,
  timezone: null,
  tags: [],
  metadata: {},
  optedOut: false,
  dncReason: null,
  attempts: 0,
  lastCalledAt: null,
  lastOutcome: null,
  createdAt: at,
  updatedAt: at,
});

function toRow({ tags, ...contact }: Contact) {
  return { ...contact, search: searchText({ tags, ...contact }) };
}

async function insert(queries: TenantQueries, tables: Tables, contacts: readonly Contact[]): Promise<void> {
  for (const some of parts(contacts)) await queries.insert(tables.contacts, some.map(toRow));
  await tagAll(queries, tables, contacts);
}

async function tagAll(queries: TenantQueries, tables: Tables, contacts: readonly Contact[]): Promise<void> {
  const rows = contacts.flatMap(({ uuid, tags }) => tags.map((tag) => ({ contactUuid: uuid, tag })));
  for (const some of parts(rows)) await queries.insert(tables.contactTags, some);
}

async function write(queries: TenantQueries, tables: Tables, contact: Contact, was: Contact): Promise<void> {
  const { contacts, contactTags } = tables;
  await queries.update(contacts, toRow(contact), eq(contacts.uuid, contact.uuid));
  if (contact.tags.join('\n') === was.tags.join('\n')) return;
  await queries.delete(contactTags, eq(contactTags.contactUuid, contact.uuid));
  await tagAll(queries, tables, [contact]);
}

function parts<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / atOnce) }, (_, part) =>
    all.slice(part * atOnce, (part + 1) * atOnce),
  );
}
