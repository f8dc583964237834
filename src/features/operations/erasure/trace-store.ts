import { eq, inArray } from 'drizzle-orm';
import {
  type Database,
  forOrganisation,
  type OrganisationId,
  openCallStatuses,
  type TenantQueries,
} from '../../../data/index.ts';
import type { HashNumber } from '../../campaigns/index.ts';
import type { NumberSpellings } from './number-spellings.ts';
import { storedNumbers } from './numbers-store.ts';

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

export function createTraceStore(database: Database): TraceStore {
  const { calls, callHolds, contacts, contactImports, interactions } = database.tables;
  const of = (organisation: OrganisationId) => forOrganisation(database, organisation).read;

  type Read = Pick<TenantQueries, 'pick' | 'pickAmong'>;

  async function callsOf(read: Read, number: NumberSpellings, contactUuids: readonly string[]) {
    const { uuid, status, callType, fromNumber, toNumber, contactUuid } = calls;
    const columns = { uuid, status, callType, fromNumber, toNumber, contactUuid };
    const callRows = (
      await Promise.all(
        [
          inArray(fromNumber, [...number.stored]),
          inArray(toNumber, [...number.stored]),
          ...(contactUuids.length === 0 ? [] : [inArray(contactUuid, [...contactUuids])]),
        ].map((where) => read.pick(calls, columns, where, { limit: atOnce })),
      )
    ).flat();
    return callRows.filter(
      (call) =>
        contactUuids.includes(call.contactUuid ?? '') ||
        (call.callType === 'outbound'
          ? number.isSame(call.toNumber, call.fromNumber)
          : number.isSame(call.fromNumber, call.toNumber)),
    );
  }

  async function uploadsOf(read: Read, number: NumberSpellings, contactUuids: readonly string[]) {
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
    return rows.filter((row) => contactUuids.includes(row.contactUuid ?? '') || number.isSame(row.customerPhone ?? ''));
  }

  return {
    async find(read, number, known) {
      const named = { uuid: contacts.uuid, name: contacts.name };
      const found = await read.pick(contacts, named, eq(contacts.phone, number.phone));
      const contactUuids = [...new Set([...known, ...found.map(({ uuid }) => uuid)])];
      const theirs = await callsOf(read, number, contactUuids);
      const isOpen = (call: { readonly status: string }): boolean =>
        (openCallStatuses as readonly string[]).includes(call.status);
      const openCalls = [...new Set(theirs.filter(isOpen).map((call) => call.uuid))];
      const uploads = await uploadsOf(read, number, contactUuids);
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
      for await (const phone of storedNumbers(database, of(organisation))) if (hashOf(phone) === hash) return phone;
      return undefined;
    },
    openImports: (organisation) =>
      of(organisation).count(contactImports, inArray(contactImports.status, ['queued', 'running'])),
  };
}
