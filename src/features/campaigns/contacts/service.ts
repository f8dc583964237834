import { setImmediate as breathe } from 'node:timers/promises';
import type { z } from 'zod';
import type { OrganisationId } from '../../../data/index.ts';
import { inputAdvice } from '../../../http/input-advice.ts';
import { type Contact, type Refusal, refusalTexts, type Sight } from './contact-change.ts';
import { type BulkAnswer, type ContactPatchBody, type NewContactBody, newContact } from './schema.ts';
import type { ContactFilter, ContactPage, ContactStore, ContactUpsert, Upserted } from './store.ts';
import type { SuppressionStore } from './suppression-store.ts';

/** The caller: assigned tags may limit visibility. */
export interface Viewer {
  readonly organisationId: OrganisationId;
  readonly userUuid: string;
}

export interface ContactsOptions {
  readonly store: ContactStore;
  readonly sightOf: (viewer: Viewer) => Promise<Sight>;
  readonly now: () => Date;
}

/** A validated row of a bulk request. */
export type CheckedRow =
  | { readonly ok: true; readonly row: ContactUpsert }
  | { readonly ok: false; readonly phone: string | null; readonly detail: string };

export interface Contacts {
  list(viewer: Viewer, filter: ContactFilter, page: ContactPage): Promise<{ contacts: Contact[]; total: number }>;
  get(viewer: Viewer, uuid: string): Promise<Contact | undefined>;
  /** Returns the tags in use, the most frequent first. */
  tags(viewer: Viewer): Promise<string[]>;
  byPhone(viewer: Viewer, phone: string): Promise<Contact | undefined>;
  /** Adds a contact, or updates the one with this number. */
  put(viewer: Viewer, body: NewContactBody): Promise<Upserted>;
  bulk(viewer: Viewer, contacts: readonly unknown[], tags: readonly string[]): Promise<BulkAnswer>;
  patch(viewer: Viewer, uuid: string, body: ContactPatchBody): Promise<Contact | 'unknown' | 'phone_taken' | Refusal>;
  remove(viewer: Viewer, uuid: string): Promise<boolean>;
}

/** The do-not-call list of an organisation. */
export interface Suppressions {
  list(viewer: Viewer, page: Parameters<SuppressionStore['list']>[2]): ReturnType<SuppressionStore['list']>;
  clear(organisation: OrganisationId, uuid: string): Promise<boolean>;
}

interface SuppressionsOptions extends Pick<ContactsOptions, 'sightOf' | 'now'> {
  readonly store: SuppressionStore;
}

export const createSuppressions = ({ store, sightOf, now }: SuppressionsOptions): Suppressions => ({
  list: async (viewer, page) => store.list(viewer.organisationId, await sightOf(viewer), page),
  clear: (organisation, uuid) => store.clear(organisation, uuid, now().toISOString()),
});

export function createContacts({ store, sightOf, now }: ContactsOptions): Contacts {
  const options = async (viewer: Viewer) => ({ at: now().toISOString(), sight: await sightOf(viewer) });
  return {
    list: async (viewer, filter, page) =>
      store.list(viewer.organisationId, { filter, sight: await sightOf(viewer) }, page),
    get: async (viewer, uuid) => store.get(viewer.organisationId, uuid, await sightOf(viewer)),
    tags: async (viewer) => store.tags(viewer.organisationId, await sightOf(viewer)),
    byPhone: async (viewer, phone) => store.byPhone(viewer.organisationId, phone, await sightOf(viewer)),
    async put(viewer, body) {
      const [result] = await store.upsert(viewer.organisationId, [upsertOf(body, [])], await options(viewer));
      return result!;
    },
    async bulk(viewer, contacts, tags) {
      const checked: CheckedRow[] = [];
      const results: Upserted[] = [];
      for (let from = 0; from < contacts.length; from += rowsAtOnce) {
        // Before the first rows as well: parsing a body of this size took its time already.
        await breathe();
        const part = contacts.slice(from, from + rowsAtOnce).map((contact) => checkRow(contact, tags));
        const rows = part.flatMap((checkedRow) => (checkedRow.ok ? [checkedRow.row] : []));
        checked.push(...part);
        results.push(...(await store.upsert(viewer.organisationId, rows, await options(viewer))));
      }
      return tally(checked, results);
    },
    patch: async (viewer, uuid, body) => store.update(viewer.organisationId, uuid, setOf(body), await options(viewer)),
    remove: async (viewer, uuid) => store.remove(viewer.organisationId, uuid, await sightOf(viewer)),
  };
}

/** Rows that are validated and stored before other requests have a turn: a full row takes up to two milliseconds. */
const rowsAtOnce = 10;

/** Validates one row. An invalid row does not affect the others. */
export function checkRow(input: unknown, tags: readonly string[]): CheckedRow {
  const parsed = newContact.safeParse(input, { error: inputAdvice });
  if (parsed.success) return { ok: true, row: upsertOf(parsed.data, tags) };
  return { ok: false, phone: phoneOf(input), detail: sentenceOf(parsed.error) };
}

const shownCharacters = 40;

function phoneOf(input: unknown): string | null {
  const { phone } = (input ?? {}) as { phone?: unknown };
  return typeof phone === 'string' ? phone.slice(0, shownCharacters) : null;
}

function sentenceOf(error: z.ZodError): string {
  const [issue] = error.issues;
  const path = issue?.path.join('.') ?? '';
  return `${path === '' ? '' : `${path}: `}${issue?.message}.`;
}

function tally(checked: readonly CheckedRow[], results: readonly Upserted[]): BulkAnswer {
  const counts = { created: 0, updated: 0 };
  const errors: BulkAnswer['errors'] = [];
  const rest = results.values();
  for (const [index, checkedRow] of checked.entries()) {
    const result = checkedRow.ok ? (rest.next().value as Upserted) : undefined;
    if (result?.kind === 'created' || result?.kind === 'updated') counts[result.kind] += 1;
    else if (!checkedRow.ok) errors.push({ index, phone: checkedRow.phone, detail: checkedRow.detail });
    else errors.push({ index, phone: checkedRow.row.phone, detail: refusalTexts[result!.kind as Refusal] });
  }
  return { ...counts, failed: errors.length, errors };
}

function setOf<T extends Omit<ContactPatchBody, 'phone'>>(body: T) {
  const { language_code: languageCode, opted_out: optedOut, dnc_reason: dncReason, ...rest } = body;
  return { ...rest, languageCode, optedOut, dncReason };
}

function upsertOf(body: NewContactBody, tags: readonly string[]): ContactUpsert {
  const set = setOf(body);
  return tags.length === 0 ? set : { ...set, tags: [...(set.tags ?? []), ...tags] };
}
