import { and, asc, eq, gt, inArray, like, or, type SQL } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import {
  type Database,
  forOrganisation,
  type OrganisationId,
  personalTables,
  type TenantQueries,
} from '../../../data/index.ts';
import type { HashNumber } from '../../campaigns/index.ts';
import { changeTexts, type NumberSpellings, namesInFull, withoutNames } from './number-spellings.ts';

/** A person, and what identifies them in the texts of an organisation. */
export interface Quoted {
  readonly number: Pick<NumberSpellings, 'isIn' | 'without'>;
  /** Full names, which chats may mention without the number. */
  readonly names?: readonly string[];
  /** Contacts and conversations of the person. */
  readonly uuids: ReadonlySet<string>;
}

export interface Mentions {
  readonly table: string;
  readonly documents: number;
}

export interface StoppedJobs {
  readonly stopped: number;
  /** Jobs that still run; they have been asked to stop. */
  readonly running: number;
}

/** Removes what other rows of an organisation say about a person. Each function is repeatable and works in pages. */
export interface QuotesStore {
  /** The number stays on the do-not-call list as its hash. Returns whether it was on the list. */
  hashSuppression(queries: TenantQueries, phone: string, hash: string): Promise<boolean>;
  /** Empties the bodies of webhook deliveries. Those not sent yet are not sent. */
  webhookBodies(organisation: OrganisationId, person: Quoted): Promise<number>;
  /** Cancels jobs, and empties what ended ones left. `but`: the job of the erasure. */
  stopJobs(organisation: OrganisationId, person: Quoted, but: string): Promise<StoppedJobs>;
  /** Replaces the payload of the erasure's own job, and deletes its steps, which name what they erased. */
  forgetJob(queries: TenantQueries, uuid: string, payload: object): Promise<void>;
  /** Replaces uuids in the audit log by hashes. */
  auditSubjects(organisation: OrganisationId, person: Quoted, hashOf: HashNumber): Promise<number>;
  importRows(organisation: OrganisationId, person: Quoted): Promise<number>;
  /** Replaces the number and the full names in texts. */
  texts(organisation: OrganisationId, person: Quoted): Promise<number>;
  /** Counts the organisation's documents that mention the number or a full name. */
  mentions(
    organisation: OrganisationId,
    number: NumberSpellings,
    names: readonly string[],
  ): Promise<readonly Mentions[]>;
}

export interface QuotesOptions {
  /** Cancels a job in the caller's transaction. */
  readonly cancelJob: (queries: TenantQueries['system'], uuid: string) => Promise<unknown>;
  readonly now: () => Date;
}

type AnyTable = SQLiteTable & { readonly organisationId: SQLiteColumn } & Record<string, SQLiteColumn>;

const pageRows = 200;
const documentsAtOnce = 5;
const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const notSent = 'Not sent: what it reports was deleted.';

/** For calls that are deleted without their person. */
export const noNumber: Quoted['number'] = { isIn: () => false, without: (text) => text };

const isAbout = (text: string, { number, uuids: theirs }: Quoted): boolean =>
  number.isIn(text) || (text.match(uuids) ?? []).some((uuid) => theirs.has(uuid));

export function createQuotesStore(database: Database, { cancelJob, now }: QuotesOptions): QuotesStore {
  const { tables } = database;
  const { auditEvents, contactImportRefusals, jobs, jobSteps, suppressions, webhookDeliveries } = tables;
  const of = (organisation: OrganisationId) => forOrganisation(database, organisation);

  /** Calls `change` for all rows of an organisation, a page in a transaction. Returns the sum of its results. */
  async function eachPage(
    organisation: OrganisationId,
    { table, key }: { readonly table: AnyTable; readonly key: SQLiteColumn; readonly name: string },
    change: (rows: readonly Record<string, unknown>[], queries: TenantQueries) => Promise<number>,
  ): Promise<number> {
    let sum = 0;
    for (let after: string | undefined = ''; after !== undefined; ) {
      const where: SQL = gt(key, after);
      const [changed, last] = await of(organisation).tx(async (queries) => {
        const rows = await queries.select(table, where, { orderBy: [asc(key)], limit: pageRows });
        const field = fieldOf(table, key);
        const end = rows.length < pageRows ? undefined : (rows.at(-1)?.[field] as string | undefined);
        return [await change(rows, queries), end] as const;
      });
      sum += changed;
      after = last;
    }
    return sum;
  }

  const pages = (name: keyof typeof tables, key: string) => {
    const table = tables[name] as unknown as AnyTable;
    return { table, name, key: table[key] as SQLiteColumn };
  };

  return {
    async hashSuppression(queries, phone, hash) {
      const ofPhone = eq(suppressions.phone, phone);
      const [row] = await queries.lock(suppressions, ofPhone);
      if (row === undefined) return (await queries.count(suppressions, eq(suppressions.phone, hash))) > 0;
      await queries.delete(suppressions, eq(suppressions.phone, hash));
      // A reason that a person wrote may name somebody.
      await queries.update(suppressions, { phone: hash, reason: null }, ofPhone);
      return true;
    },
    webhookBodies: (organisation, person) =>
      eachPage(organisation, pages('webhookDeliveries', 'uuid'), async (rows, queries) => {
        const about = rows.filter(({ body }) => isAbout(body as string, person));
        for (const { uuid, attemptedAt } of about) {
          const unsent = { attemptedAt: now().toISOString(), success: false, errorMessage: notSent };
          const set = { body: '', ...(attemptedAt === null ? unsent : {}) };
          await queries.update(webhookDeliveries, set, eq(webhookDeliveries.uuid, uuid as string));
        }
        return about.length;
      }),
    async stopJobs(organisation, person, but) {
      let running = 0;
      const stopped = await eachPage(organisation, pages('jobs', 'uuid'), async (rows, queries) => {
        const about = rows.filter(
          (row) =>
            row.uuid !== but && isAbout(JSON.stringify([row.payload, row.uniqueKey, row.error, row.note]), person),
        );
        for (const row of about) {
          const uuid = row.uuid as string;
          await cancelJob(queries.system, uuid);
          if (row.status === 'running') {
            running += 1;
            continue;
          }
          await queries.system.delete(jobSteps).where(eq(jobSteps.jobUuid, uuid));
          await queries.update(jobs, { payload: {}, uniqueKey: null, error: null, note: null }, eq(jobs.uuid, uuid));
        }
        return about.filter(({ status }) => status !== 'running').length;
      });
      return { stopped, running };
    },
    async forgetJob(queries, uuid, payload) {
      await queries.system.delete(jobSteps).where(eq(jobSteps.jobUuid, uuid));
      await queries.update(jobs, { payload }, eq(jobs.uuid, uuid));
    },
    auditSubjects: (organisation, person, hashOf) =>
      eachPage(organisation, pages('auditEvents', 'uuid'), async (rows, queries) => {
        let changed = 0;
        for (const { uuid, subject } of rows) {
          const text = JSON.stringify(subject);
          if (!isAbout(text, person)) continue;
          const hashed = changeTexts(subject, (spokenText) =>
            person.number.without(
              spokenText.replaceAll(uuids, (found) => (person.uuids.has(found) ? hashOf(found) : found)),
            ),
          );
          await queries.update(auditEvents, { subject: hashed as object }, eq(auditEvents.uuid, uuid as string));
          changed += 1;
        }
        return changed;
      }),
    importRows: (organisation, person) =>
      of(organisation).tx(async (queries) => {
        // Kept for seven days and at most 10,000 rows of an import.
        const rows = await queries.select(contactImportRefusals);
        const about = rows.filter(({ cells, detail }) => isAbout(JSON.stringify([cells, detail]), person));
        const { importUuid, rowNumber } = contactImportRefusals;
        for (const row of about) {
          const ofRow = and(eq(importUuid, row.importUuid), eq(rowNumber, row.rowNumber)) as SQL;
          await queries.delete(contactImportRefusals, ofRow);
        }
        return about.length;
      }),
    async texts(organisation, { number, names = [] }) {
      const nameless = withoutNames(names);
      const change = (text: string): string => nameless(number.without(text));
      let replaced = 0;
      for (const [name, data] of Object.entries(personalTables)) {
        if (data.kind !== 'replaced') continue;
        const { table, ...page } = pages(name as keyof typeof tables, data.id);
        replaced += await eachPage(organisation, { table, ...page }, async (rows, queries) => {
          let changed = 0;
          for (const row of rows) {
            const set = replacements(row, data.texts, change);
            if (Object.keys(set).length === 0) continue;
            await queries.update(table, set as never, eq(page.key, row[data.id] as string));
            changed += 1;
          }
          return changed;
        });
      }
      return replaced;
    },
    async mentions(organisation, number, names) {
      const written = [...number.stored.slice(0, 3), ...namesInFull(names).map(literally)];
      const { read } = of(organisation);
      const counted: Mentions[] = [];
      for (const [name, data] of Object.entries(personalTables)) {
        if (data.kind !== 'reported') continue;
        const { table, key } = pages(name as keyof typeof tables, data.id);
        const spelled = data.texts.flatMap((text) =>
          written.map((words) => like(table[text] as SQLiteColumn, `%${words}%`)),
        );
        let documents = 0;
        for (let after: string | undefined = ''; after !== undefined; ) {
          const ids: string[] = (
            await read.system
              .selectDistinct({ id: key })
              .from(table)
              .where(read.own(table, gt(key, after)))
              .orderBy(asc(key))
              .limit(documentsAtOnce)
          ).map(({ id }) => id as string);
          const matches = await read.system
            .selectDistinct({ id: key })
            .from(table)
            .where(read.own(table, and(inArray(key, ids), or(...spelled))));
          documents += ids.length === 0 ? 0 : matches.length;
          after = ids.length < documentsAtOnce ? undefined : ids.at(-1);
        }
        if (documents > 0) counted.push({ table: name, documents });
      }
      return counted;
    },
  };
}

const fieldOf = (table: AnyTable, key: SQLiteColumn): string =>
  Object.keys(table).find((name) => table[name] === key) ?? key.name;

/** An underscore stands for any one character: databases differ in how they escape. */
const literally = (name: string): string => name.replaceAll(/[%\\]/g, '_');

/** Returns the columns of a row that mention the person, with the mentions replaced. */
function replacements(
  row: Readonly<Record<string, unknown>>,
  columns: readonly string[],
  change: (text: string) => string,
) {
  const set: Record<string, unknown> = {};
  for (const column of columns) {
    const before = row[column];
    if (before === null || before === undefined) continue;
    const after = changeTexts(before, change);
    if (JSON.stringify(after) !== JSON.stringify(before)) set[column] = after;
  }
  return set;
}
