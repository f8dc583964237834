import { and, asc, eq, gt, inArray, isNotNull, type SQL } from 'drizzle-orm';
import {
  type Database,
  forOrganisation,
  type OrganisationId,
  openCallStatuses,
  type TenantQueries,
} from '../../../data/index.ts';
import { toldNumber } from '../../../http/fields.ts';
import type { HashNumber } from '../../campaigns/index.ts';
import type { NumberSpellings } from './number-spellings.ts';

/** What an organisation stores about a number. */
export interface Trace {
  readonly contactUuids: readonly string[];
  /** Names of the contacts, and of the customer of the uploads. */
  readonly names: readonly string[];
  /** Calls that are over, and uploads. */
  readonly conversations: readonly string[];
  /** Calls in progress. */
  readonly openCalls: readonly string[];
  /** Conversations on hold. */
  readonly held: readonly string[];
}

export interface TraceStore {
  /** Finds at most some hundred conversations; call it again once they are removed. `known`: contacts found before. */
  find(
    queries: Pick<TenantQueries, 'pick' | 'pickAmong'>,
    number: NumberSpellings,
    known: readonly string[],
  ): Promise<Trace>;
  /** Finds the number with this hash among contacts, the do-not-call list, calls and uploads. */
  phoneOf(organisation: OrganisationId, hash: string, hashOf: HashNumber): Promise<string | undefined>;
  /** Returns the number of contact imports in progress, which may add the number again. */
  openImports(organisation: OrganisationId): Promise<number>;
}

const atOnce = 100;
const pageRows = 500;

export function createTraceStore(database: Database): TraceStore {
  const { calls, callHolds, contacts, contactImports, interactions, suppressions } = database.tables;
  const of = (organisation: OrganisationId) => forOrganisation(database, organisation).read;

  return {
    async find(read, number, known) {
      const named = { uuid: contacts.uuid, name: contacts.name };
      const found = await read.pick(contacts, named, eq(contacts.phone, number.phone));
      const contactUuids = [...new Set([...known, ...found.map(({ uuid }) => uuid)])];
      const { uuid, status, callType, fromNumber, toNumber, contactUuid } = calls;
      const columns = { uuid, status, callType, fromNumber, toNumber, contactUuid };
      const callRows = (
        await Promise.all(
          [
            inArray(fromNumber, [...number.stored]),
            inArray(toNumber, [...number.stored]),
            ...(contactUuids.length === 0 ? [] : [inArray(contactUuid, contactUuids)]),
          ].map((where) => read.pick(calls, columns, where, { limit: atOnce })),
        )
      ).flat();
      const theirs = callRows.filter(
        (call) =>
          contactUuids.includes(call.contactUuid ?? '') ||
          (call.callType === 'outbound'
            ? number.isSame(call.toNumber, call.fromNumber)
            : number.isSame(call.fromNumber, call.toNumber)),
      );
      const isOpen = (call: { readonly status: string }): boolean =>
        (openCallStatuses as readonly string[]).includes(call.status);
      const openCalls = [...new Set(theirs.filter(isOpen).map((call) => call.uuid))];
      const linked = {
        uuid: interactions.uuid,
        customerPhone: interactions.customerPhone,
        contactUuid: interactions.contactUuid,
        customerName: interactions.customerName,
      };
      const rows = [
        ...(await read.pickAmong(interactions, linked, interactions.customerPhone, number.stored)),
        ...(await read.pickAmong(interactions, linked, interactions.contactUuid, contactUuids)),
      ].slice(0, atOnce);
      const uploads = rows.filter(
        (row) => contactUuids.includes(row.contactUuid ?? '') || number.isSame(row.customerPhone ?? ''),
      );
      const over = theirs.filter((call) => !isOpen(call)).map((call) => call.uuid);
      const conversations = new Set([...over, ...uploads.map((row) => row.uuid)]);
      for (const open of openCalls) conversations.delete(open);
      const onHold =
        conversations.size === 0
          ? []
          : await read.pick(
              callHolds,
              { callUuid: callHolds.callUuid },
              inArray(callHolds.callUuid, [...conversations]),
            );
      const held = onHold.map((hold) => hold.callUuid);
      for (const one of held) conversations.delete(one);
      const names = [...found.map(({ name }) => name), ...uploads.map(({ customerName }) => customerName)];
      return {
        contactUuids,
        names: [...new Set(names.filter((name) => name !== null))],
        openCalls,
        held,
        conversations: [...conversations],
      };
    },
    async phoneOf(organisation, hash, hashOf) {
      const isIt = (phone: string | undefined): phone is string => phone !== undefined && hashOf(phone) === hash;
      const read = of(organisation);
      const pages = {
        contacts: (after: string) =>
          read.pick(contacts, { uuid: contacts.uuid, phone: contacts.phone }, gt(contacts.uuid, after), {
            orderBy: [asc(contacts.uuid)],
            limit: pageRows,
          }),
        suppressions: (after: string) =>
          read.pick(
            suppressions,
            { uuid: suppressions.uuid, phone: suppressions.phone },
            gt(suppressions.uuid, after),
            {
              orderBy: [asc(suppressions.uuid)],
              limit: pageRows,
            },
          ),
        uploads: async (after: string) => {
          const { uuid, customerPhone } = interactions;
          const where = and(gt(uuid, after), isNotNull(customerPhone)) as SQL;
          const page = { orderBy: [asc(uuid)], limit: pageRows };
          const rows = await read.pick(interactions, { uuid, customerPhone }, where, page);
          return rows.map((row) => ({ uuid: row.uuid, phone: toldNumber(row.customerPhone ?? '') }));
        },
        calls: async (after: string) => {
          const { uuid, callType, fromNumber, toNumber } = calls;
          const page = { orderBy: [asc(uuid)], limit: pageRows };
          const rows = await read.pick(calls, { uuid, callType, fromNumber, toNumber }, gt(uuid, after), page);
          return rows.map(({ uuid, ...call }) => ({
            uuid,
            phone:
              call.callType === 'outbound'
                ? toldNumber(call.toNumber, call.fromNumber)
                : toldNumber(call.fromNumber, call.toNumber),
          }));
        },
      };
      for (const pageAfter of Object.values(pages)) {
        for (let after: string | undefined = ''; after !== undefined; ) {
          const rows: readonly { readonly uuid: string; readonly phone: string | undefined }[] = await pageAfter(after);
          const match = rows.find(({ phone }) => isIt(phone));
          if (match !== undefined) return match.phone;
          after = rows.length < pageRows ? undefined : rows.at(-1)?.uuid;
        }
      }
      return undefined;
    },
    openImports: (organisation) =>
      of(organisation).count(contactImports, inArray(contactImports.status, ['queued', 'running'])),
  };
}
