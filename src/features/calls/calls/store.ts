import { and, asc, desc, eq, inArray, isNull, type SQL } from 'drizzle-orm';
import { invariant } from '../../../../media/kit/invariant.ts';
import { bind, type Database, forOrganisation, type OrganisationId, type Queries } from '../../../data/index.ts';
import type { RanWith } from '../../campaigns/index.ts';
import { type Announce, type AppendOptions, addAfterwards, append } from './call-event-store.ts';
import type { OnCallsOver, OnSpoken } from './call-over.ts';
import {
  type CallEventRow,
  type CallRow,
  callColumns,
  type LoggedEvent,
  newState,
  type RecordingNote,
  type StoredEvent,
} from './call-rows.ts';
import type { CallRecord } from './call-spool.ts';
import { openStatuses } from './call-state.ts';
import type { RedactEvents } from './event-redaction.ts';
import { createLeaseStore, type LeaseStore } from './lease-store.ts';
import { addUnstored, contactOf } from './unstored-calls-store.ts';

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
  /** Whether the provider's signature authenticates the caller's number; absent unless the call is inbound. */
  readonly callerVerified?: boolean | null;
  /** By default, the contact with the other party's number. */
  readonly contactUuid?: string;
  /** The agent and its version, for a test of one that new calls do not use. */
  readonly voiceAgentUuid?: string;
  readonly agentVersion?: number;
}

export interface CallStore extends LeaseStore {
  get(organisation: OrganisationId, uuid: string): Promise<CallRow | undefined>;
  events(organisation: OrganisationId, callUuid: string): Promise<CallEventRow[]>;
  /** Returns the newest events of a call, oldest first. */
  lastEvents(organisation: OrganisationId, callUuid: string, limit: number): Promise<StoredEvent[]>;
  /** Returns the call that the provider has already reported, or adds this one. */
  findOrAdd(organisation: OrganisationId, call: NewCall): Promise<{ call: CallRow; added: boolean }>;
  findByProvider(organisation: OrganisationId, dialect: string, providerCallId: string): Promise<CallRow | undefined>;
  /** Records what the call runs with. */
  ranWith(call: Pick<CallRow, 'organisationId' | 'uuid'>, ran: RanWith): Promise<void>;
  /** Stores the reason given by a person. Returns false if the call has ended. */
  requestEnd(organisation: OrganisationId, callUuid: string, reason: string): Promise<boolean>;

  // The methods below find a call before its organisation is known. Requests of people never use them.

  /** Returns the call of a stream. */
  find(uuid: string): Promise<CallRow | undefined>;
  /** Returns the calls with this id at a provider, in all organisations. */
  findEverywhere(dialect: string, providerCallId: string): Promise<CallRow[]>;
  /** Returns their organisations. */
  ownersOf(dialect: string, providerCallId: string): Promise<OrganisationId[]>;
  /**
   * Stores calls, appends events and updates the calls' states in one transaction. Skips and counts events of unknown calls
   * (`unknown`), and of calls that this process no longer owns (`fenced`). `again`: a lost attempt may have stored some
   * of them; these are not added twice. `owner`: an earlier process of this machine that left these records.
   */
  append(records: readonly CallRecord[], again?: boolean, owner?: string): Promise<{ unknown: number; fenced: number }>;
  /**
   * Adds a provider's recording with its transcript to the call's event log, without changing its outcome. Returns
   * false if it is stored already.
   */
  keepRecording(call: CallRow, note: RecordingNote, events: readonly StoredEvent[]): Promise<boolean>;
  /** Adds an alarm to a call, which may have ended. */
  alarm(call: CallRow, event: StoredEvent & { readonly type: 'alarm' }): Promise<void>;
  /** Takes ownership of an open call unless it has changed since it was read; with `closed`, also closes it. */
  takeOver(
    call: Pick<CallRow, 'organisationId' | 'uuid' | 'status' | 'leaseOwner' | 'leaseUntil'>,
    closed?: LoggedEvent,
  ): Promise<boolean>;
}

export interface CallStoreOptions {
  /** Id of this process as the owner of its calls. */
  readonly owner: string;
  /** Returns the expiry of a lease that starts now. */
  readonly leaseUntil: () => string;
  /** Returns whether the stream of a call is open in this process; by default it is not. */
  readonly carries?: (callUuid: string) => boolean;
  /** Called in the transaction of a change. */
  readonly announce?: Announce;
  /** Called in the transaction that ends a call. */
  readonly onOver?: OnCallsOver;
  /** Called in the transaction that ends a call or adds words to it afterwards. */
  readonly onSpoken?: OnSpoken;
  /** Removes data from events before they are stored. */
  readonly redact?: RedactEvents;
  /** Called after the commit that ends calls. */
  readonly ended?: () => void;
  readonly now?: () => Date;
}

export function createCallStore(database: Database, options: CallStoreOptions): CallStore {
  const { owner, leaseUntil, announce = async () => {}, onOver = async () => {}, ended = () => {} } = options;
  const { onSpoken = async () => {}, redact = async (_, events) => events } = options;
  const { now = () => new Date(), carries = () => false } = options;
  const { tables, system } = database;
  const { calls, callEvents } = tables;
  const of = (organisation: OrganisationId) => forOrganisation(database, organisation);
  // Each statement checks the state of its call or locks its row, so the transactions need not be serialisable.
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
      const over: OnCallsOver = (tenantQueries, organisation, ended) => {
        endings += ended.length;
        return onOver(tenantQueries, organisation, ended);
      };
      const lease = { owner, leaseUntil: leaseUntil(), carries };
      return work(queries, { ...lease, again, announce, onOver: over, onSpoken, redact });
    }, ownLocks);
    if (endings > 0) ended();
    return result;
  }

  return {
    ...createLeaseStore(database, { owner, leaseUntil }),
    async get(organisation, uuid) {
      return (await of(organisation).read.pick(calls, columns, eq(calls.uuid, uuid)))[0];
    },
    async events(organisation, callUuid) {
      const where = eq(callEvents.callUuid, callUuid);
      const rows = await of(organisation).read.select(callEvents, where, { orderBy: [asc(callEvents.seq)] });
      return rows.map((row) => ({ seq: row.seq, recordedAt: row.recordedAt, event: row.body as StoredEvent }));
    },
    async lastEvents(organisation, callUuid, limit) {
      const orderBy = [desc(callEvents.seq)];
      const where = eq(callEvents.callUuid, callUuid);
      const rows = await of(organisation).read.pick(callEvents, { body: callEvents.body }, where, { limit, orderBy });
      return rows.map(({ body }) => body as StoredEvent).reverse();
    },
    async findOrAdd(organisation, call) {
      const callerVerified = call.callerVerified ?? null;
      const row = { ...newState, ...call, callerVerified, leaseOwner: owner, leaseUntil: leaseUntil() };
      // An answer callback waits for it, so it is one statement.
      const added = await of(organisation).tx(
        (queries) => {
          const contactUuid = call.contactUuid ?? contactOf(queries, tables, call);
          return queries.addNew(calls, { ...row, contactUuid }, { contactUuid: calls.contactUuid });
        },
        { ...ownLocks, isOneStatement: true },
      );
      if (added !== undefined) return { call: { ...row, ...added, organisationId: organisation }, added: true };
      const isSame =
        call.providerCallId === null ? eq(calls.uuid, call.uuid) : byProvider(call.dialect, call.providerCallId);
      const [existing] = await of(organisation).read.pick(calls, columns, isSame);
      invariant(existing, 'a call that exists cannot be read');
      return { call: existing, added: false };
    },
    async findByProvider(organisation, dialect, id) {
      return (await of(organisation).read.pick(calls, columns, byProvider(dialect, id)))[0];
    },
    ranWith: ({ organisationId, uuid }, ran) =>
      of(organisationId).tx(
        async (queries) => void (await queries.update(calls, { ...ran }, eq(calls.uuid, uuid))),
        ownLocks,
      ),
    requestEnd: (organisation, callUuid, reason) =>
      of(organisation).tx(async (queries) => {
        const changed = await queries.update(calls, { endReason: reason }, and(eq(calls.uuid, callUuid), open) as SQL);
        return changed > 0;
      }, ownLocks),

    async find(uuid) {
      return (await system.read.select(columns).from(calls).where(eq(calls.uuid, uuid)))[0];
    },
    findEverywhere: async (dialect, id) => system.read.select(columns).from(calls).where(byProvider(dialect, id)),
    async ownersOf(dialect, id) {
      const { organisationId } = columns;
      const rows = await system.read.select({ organisationId }).from(calls).where(byProvider(dialect, id));
      return rows.map((row) => row.organisationId);
    },
    append(records, again = false, formerOwner = owner) {
      const unstored = records.flatMap((record) => ('call' in record ? [record.call] : []));
      const events = records.flatMap((record) => ('call' in record ? [] : [record]));
      return appending(async (queries, parts) => {
        const { leaseUntil: until } = parts;
        if (unstored.length > 0)
          await addUnstored(queries, tables, unstored, { leaseOwner: formerOwner, leaseUntil: until });
        if (events.length === 0) return { unknown: 0, fenced: 0 };
        return append(queries, tables, events, { ...parts, owner: formerOwner });
      }, again);
    },
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
        const renewed = await queries.update(calls, { leaseOwner: owner, leaseUntil: leaseUntil() }, unchanged);
        if (renewed > 0 && closed !== undefined) await append(system, tables, [closed], parts);
        return renewed > 0;
      }, false),
  };
}
