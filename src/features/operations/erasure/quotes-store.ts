import { and, eq, type SQL } from 'drizzle-orm';
import { type Database, forOrganisation, type OrganisationId, type TenantQueries } from '../../../data/index.ts';
import type { HashNumber } from '../../campaigns/index.ts';
import { createJobQuotes, type JobQuotes, type JobQuotesOptions } from './job-quotes-store.ts';
import { changeTexts } from './number-spellings.ts';
import { isAbout, type Quoted, uuidsIn } from './quoted.ts';
import { changeEachPage, keyedTable } from './row-pages-store.ts';
import { createTextQuotes, type TextQuotes } from './text-quotes-store.ts';

/** Removes what other rows of an organisation say about a person. Each function is repeatable and works in pages. */
export interface QuotesStore extends JobQuotes, TextQuotes {
  /** The number stays on the do-not-call list as its hash. Returns whether it was on the list. */
  hashSuppression(queries: TenantQueries, phone: string, hash: string): Promise<boolean>;
  /** Empties the bodies of webhook deliveries. Those not sent yet are not sent. */
  webhookBodies(organisation: OrganisationId, person: Quoted): Promise<number>;
  /** Replaces uuids in the audit log by hashes. */
  auditSubjects(organisation: OrganisationId, person: Quoted, hashOf: HashNumber): Promise<number>;
  importRows(organisation: OrganisationId, person: Quoted): Promise<number>;
}

export interface QuotesOptions extends JobQuotesOptions {
  readonly now: () => Date;
}

const notSent = 'Not sent: what it reports was deleted.';

export function createQuotesStore(database: Database, options: QuotesOptions): QuotesStore {
  const { tables } = database;
  const { auditEvents, contactImportRefusals, suppressions, webhookDeliveries } = tables;

  return {
    ...createJobQuotes(database, options),
    ...createTextQuotes(database),
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
      changeEachPage(database, organisation, keyedTable(tables, 'webhookDeliveries', 'uuid'), async (rows, queries) => {
        const about = rows.filter(({ body }) => isAbout(body as string, person));
        for (const { uuid, attemptedAt } of about) {
          const unsent = { attemptedAt: options.now().toISOString(), success: false, errorMessage: notSent };
          const set = { body: '', ...(attemptedAt === null ? unsent : {}) };
          await queries.update(webhookDeliveries, set, eq(webhookDeliveries.uuid, uuid as string));
        }
        return about.length;
      }),
    auditSubjects: (organisation, person, hashOf) =>
      changeEachPage(database, organisation, keyedTable(tables, 'auditEvents', 'uuid'), async (rows, queries) => {
        let changed = 0;
        for (const { uuid, subject } of rows) {
          const text = JSON.stringify(subject);
          if (!isAbout(text, person)) continue;
          const hashed = changeTexts(subject, (spokenText) =>
            person.number.without(
              spokenText.replaceAll(uuidsIn, (found) => (person.uuids.has(found) ? hashOf(found) : found)),
            ),
          );
          await queries.update(auditEvents, { subject: hashed as object }, eq(auditEvents.uuid, uuid as string));
          changed += 1;
        }
        return changed;
      }),
    importRows: (organisation, person) =>
      forOrganisation(database, organisation).tx(async (queries) => {
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
  };
}
