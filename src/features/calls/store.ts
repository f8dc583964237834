import { and, asc, eq, inArray, isNotNull, isNull, ne, or, type SQL } from 'drizzle-orm';
import {
  bind,
  type Database,
  forOrganisation,
  type OrganisationId,
  type Queries,
  type Tables,
  type TenantQueries,
} from '../../data/index.ts';
import { toldNumber } from '../../http/fields.ts';
import { type Announce, type AppendOptions, addAfterwards, append } from './call-event-store.ts';
import type { OnCallOver, OnSpoken } from './call-over.ts';
import {
  type CallEventRow,
  type CallRow,
  callColumns,
  type LoggedEvent,
  newState,
  type RecordingNote,
  type StoredEvent,
} from './call-rows.ts';
import { openStatuses } from './call-state.ts';
import type { RedactEvents } from './event-redaction.ts';

export interface NewCall {
  readonly uuid: string;
  readonly flowUuid: string;
  readonly callType: CallRow['callType'];
  readonly dialect: string;
  readonly status: CallRow['status'];
  readonly fromNumber: string;
  readonly toNumber: string;
  readonly providerCallId: string | null;
  readonly createdAt: string;
  /** Whether the provider's signature vouches for the caller's number; absent for calls that did not come in. */
  readonly callerVerified?: boolean | null;
  /** Looked up by the other party's number if absent. */
  readonly contactUuid?: string;
}

export interface CallStore {
  get(organisation: OrganisationId, uuid: string): Promise<CallRow | undefined>;
  events(organisation: OrganisationId, callUuid: string): Promise<CallEventRow[]>;
  /** Returns the call that the provider has reported already, or adds this one. */
  findOrAdd(organisation: OrganisationId, call: NewCall): Promise<{ call: CallRow; added: boolean }>;
  findByProvider(organisation: OrganisationId, dialect: string, providerCallId: string): Promise<CallRow | undefined>;
  /** Stores the reason given by a person. Returns false when the call has ended. */
  requestEnd(organisation: OrganisationId, callUuid: string, reason: string): Promise<boolean>;

  // The following methods find a call before its organisation is known. No request of a person uses them.

  /** The call of a stream. */
  find(uuid: string): Promise<CallRow | undefined>;
  /** Calls with this id at a provider, in all organisations. */
  findEverywhere(dialect: string, providerCallId: string): Promise<CallRow[]>;
  /**
   * Appends, and moves the calls on, in one transaction. Left out and counted are events of unknown calls, and what a
   * process writes about a call that it does not own any more. `again`: some may be there already, from a try whose answer
   * was lost, and are not added twice.
   */
  append(events: readonly LoggedEvent[], again?: boolean): Promise<{ unknown: number; fenced: number }>;
  /** Calls that have not ended, except outbound calls without an owner process. */
  open(): Promise<CallRow[]>;
  /** Renews the leases of these calls until then, if they are open and owned by this process. */
  renew(callUuids: readonly string[], until: string): Promise<void>;
  /**
   * Adds a provider's recording to the call's event log, with its transcript; false if it is there already.
   * Nothing of what became of the call is changed.
   */
  keepRecording(call: CallRow, note: RecordingNote, events: readonly StoredEvent[]): Promise<boolean>;
  /** Adds an alarm to a call, which may have ended. */
  alarm(call: CallRow, event: StoredEvent & { readonly type: 'alarm' }): Promise<void>;
  /** Takes ownership of an open call unless it has changed meanwhile; with `closed`, also closes it. */
  takeOver(call: CallRow, closed?: LoggedEvent): Promise<boolean>;
}

export interface CallStoreOptions {
  /** This process, as the owner of its calls. */
  readonly owner: string;
  /** Expiry of a lease that begins now. */
  readonly leaseUntil: () => string;
  /** Called in the transaction of a change. */
  readonly announce?: Announce;
  /** Called in the transaction that ends a call. */
  readonly onOver?: OnCallOver;
  /** Called in the transaction that ends a call or adds words to it afterwards. */
  readonly onSpoken?: OnSpoken;
  /** Removes data from events before they are stored. */
  readonly redact?: RedactEvents;
  /** Called after the commit that ends calls. */
  readonly ended?: () => void;
  readonly now?: () => Date;
}

/** SQLite takes 32,766 parameters; a statement need not be that long. */
const renewedAtOnce = 500;

export function createCallStore(database: Database, options: CallStoreOptions): CallStore {
  const { owner, leaseUntil, announce = async () => {}, onOver = async () => {}, ended = () => {} } = options;
  const { onSpoken = async () => {}, redact = async (_, events) => events } = options;
  const { now = () => new Date() } = options;
  const { tables, system } = database;
  const { calls, callEvents } = tables;
  const of = (organisation: OrganisationId) => forOrganisation(database, organisation);
  // Each statement here says in which state a call is to be, or holds its row.
  const ownLocks = { asIfAlone: false } as const;
  const columns = callColumns(tables);
  const open = inArray(calls.status, [...openStatuses]);
  const byProvider = (dialect: string, id: string): SQL =>
    and(eq(calls.dialect, dialect), eq(calls.providerCallId, id)) as SQL;

  /** Runs `work` in one transaction, and calls `ended` after the commit if calls ended in it. */
  async function appending<T>(work: (queries: Queries, parts: AppendOptions) => Promise<T>, again: boolean) {
    let endings = 0;
    const result = await system.tx((queries) => {
      endings = 0;
      const over: OnCallOver = (...of) => {
        endings += 1;
        return onOver(...of);
      };
      return work(queries, { owner, again, announce, onOver: over, onSpoken, redact });
    }, ownLocks);
    if (endings > 0) ended();
    return result;
  }

  return {
    async get(organisation, uuid) {
      return (await of(organisation).read.pick(calls, columns, eq(calls.uuid, uuid)))[0];
    },
    async events(organisation, callUuid) {
      const where = eq(callEvents.callUuid, callUuid);
      const rows = await of(organisation).read.select(callEvents, where, { orderBy: [asc(callEvents.seq)] });
      return rows.map((row) => ({ seq: row.seq, recordedAt: row.recordedAt, event: row.body as StoredEvent }));
    },
    findOrAdd: (organisation, call) =>
      of(organisation).tx(async (queries) => {
        const id = call.providerCallId;
        const known = id === null ? [] : await queries.pick(calls, columns, byProvider(call.dialect, id));
        if (known[0] !== undefined) return { call: known[0], added: false };
        const contactUuid = call.contactUuid ?? (await contactOf(queries, tables, call));
        const callerVerified = call.callerVerified ?? null;
        const row = { ...newState, ...call, contactUuid, callerVerified, leaseOwner: owner, leaseUntil: leaseUntil() };
        // Of two at once one finds its name taken, and is tried again.
        await queries.insert(calls, [row]);
        return { call: { ...row, organisationId: organisation }, added: true };
      }, ownLocks),
    async findByProvider(organisation, dialect, id) {
      return (await of(organisation).read.pick(calls, columns, byProvider(dialect, id)))[0];
    },
    requestEnd: (organisation, callUuid, reason) =>
      of(organisation).tx(async (queries) => {
        const changed = await queries.update(calls, { endReason: reason }, and(eq(calls.uuid, callUuid), open) as SQL);
        return changed > 0;
      }, ownLocks),

    async find(uuid) {
      return (await system.read.select(columns).from(calls).where(eq(calls.uuid, uuid)))[0];
    },
    findEverywhere: async (dialect, id) => system.read.select(columns).from(calls).where(byProvider(dialect, id)),
    append: (events, again = false) => appending((queries, parts) => append(queries, tables, events, parts), again),
    open: async () => {
      // Until its stream opens, an outbound call is carried by the provider alone.
      const carried = and(open, or(ne(calls.callType, 'outbound'), isNotNull(calls.leaseOwner)));
      return system.read.select(columns).from(calls).where(carried).orderBy(asc(calls.createdAt));
    },
    renew: (callUuids, until) =>
      system.tx(async (queries) => {
        const sorted = [...callUuids].sort();
        for (let from = 0; from < sorted.length; from += renewedAtOnce) {
          const some = inArray(calls.uuid, sorted.slice(from, from + renewedAtOnce));
          const ours = and(eq(calls.leaseOwner, owner), open, some);
          // In the order in which their events are appended.
          await queries.locked(queries.select({ uuid: calls.uuid }).from(calls).where(ours).orderBy(asc(calls.uuid)));
          await queries.update(calls).set({ leaseUntil: until }).where(ours);
        }
      }, ownLocks),
    keepRecording: (call, note, events) =>
      system.tx(
        (queries) =>
          addAfterwards(queries, tables, call, { note, events, recordedAt: now().toISOString(), onSpoken, redact }),
        ownLocks,
      ),
    alarm: async (call, event) => {
      const recordedAt = now().toISOString();
      await system.tx(
        (queries) => addAfterwards(queries, tables, call, { events: [event], recordedAt, onSpoken, redact }),
        ownLocks,
      );
    },
    takeOver: (call, closed) =>
      appending(async (system, parts) => {
        const queries = bind(system, call.organisationId);
        const unchanged = and(
          eq(calls.uuid, call.uuid),
          eq(calls.status, call.status),
          call.leaseOwner === null ? isNull(calls.leaseOwner) : eq(calls.leaseOwner, call.leaseOwner),
          call.leaseUntil === null ? isNull(calls.leaseUntil) : eq(calls.leaseUntil, call.leaseUntil),
        ) as SQL;
        const taken = await queries.update(calls, { leaseOwner: owner, leaseUntil: leaseUntil() }, unchanged);
        if (taken > 0 && closed !== undefined) await append(system, tables, [closed], parts);
        return taken > 0;
      }, false),
  };
}

/** The contact with the other party's number, if one exists. */
async function contactOf(
  queries: TenantQueries,
  { contacts }: Tables,
  { callType, fromNumber, toNumber }: NewCall,
): Promise<string | null> {
  const phone = toldNumber(callType === 'outbound' ? toNumber : fromNumber);
  const found =
    phone === undefined ? [] : await queries.pick(contacts, { uuid: contacts.uuid }, eq(contacts.phone, phone));
  return found[0]?.uuid ?? null;
}
