import { and, asc, eq, inArray, isNull, lt, or, type SQL } from 'drizzle-orm';
import {
  type Database,
  forOrganisation,
  type OrganisationId,
  type Tables,
  type TenantQueries,
} from '../../../data/index.ts';
import { chosenOf, type FreeMember } from '../queues/index.ts';

export type TransferRow = Tables['transfers']['$inferSelect'];
export type TransferResult = NonNullable<TransferRow['result']>;
/**
 * `open`: the transfer has no result; the caller may already be moving. `not_joining`: the caller must not be moving
 * either.
 */
export type SettledFrom = 'open' | 'not_joining';

/** The part of the call that a transfer needs. */
export type TransferredCall = Pick<
  Tables['calls']['$inferSelect'],
  | 'uuid'
  | 'organisationId'
  | 'dialect'
  | 'callType'
  | 'flowUuid'
  | 'fromNumber'
  | 'toNumber'
  | 'providerCallId'
  | 'status'
  | 'contactUuid'
>;

export interface NewTransfer {
  readonly uuid: string;
  readonly callUuid: string;
  /** Name of a queue. */
  readonly target: string;
  readonly agentBrief: string;
  readonly context: Readonly<Record<string, unknown>>;
  readonly createdAt: string;
  /** If true, the only queue of an organisation matches any name. */
  readonly orOnlyQueue: boolean;
}

export type Begun =
  | { readonly kind: 'ringing'; readonly transfer: TransferRow; readonly call: TransferredCall }
  | { readonly kind: 'unknown_call' | 'not_active' | 'not_by_phone' | 'unknown_queue' | 'none_free' };

export interface TransferStore {
  /** Chooses and reserves a teammate: one transfer at a time for each call and person. */
  begin(organisation: OrganisationId, transfer: NewTransfer): Promise<Begun>;
  /** Finds a transfer by its uuid, in any organisation. */
  find(uuid: string): Promise<{ transfer: TransferRow; call: TransferredCall } | undefined>;
  newestOf(callUuid: string): Promise<TransferRow | undefined>;
  nameLeg(
    transfer: TransferRow,
    ids: { requestId?: string | undefined; providerCallId?: string | undefined },
  ): Promise<void>;
  /** Stores the intent to move the caller. Returns false if the transfer has ended. */
  beginJoining(transfer: TransferRow, at: string): Promise<boolean>;
  /** The same, but returns false also if the intent was stored before. */
  beginJoiningOnce(transfer: TransferRow, at: string): Promise<boolean>;
  /** Returns false if the transfer is not in the required state. `announce` runs in the transaction. */
  settle(
    transfer: TransferRow,
    settled: { readonly result: TransferResult; readonly at: string; readonly from: SettledFrom },
    announce: (queries: TenantQueries, call: TransferredCall) => Promise<void>,
  ): Promise<boolean>;
  /** Marks the teammate's phone as free. Returns false if it was free. `expect` runs in the transaction. */
  finishLeg(transfer: TransferRow, at: string, expect: (queries: TenantQueries) => Promise<void>): Promise<boolean>;
  /** Returns ids of connected transfers of all organisations, oldest first. */
  connected(): Promise<string[]>;
  /** Returns open transfers of all organisations that started before the given time, or whose call has ended. */
  lapsed(before: string): Promise<TransferRow[]>;
}

interface StoreOptions {
  readonly freeIn: (queries: TenantQueries, queue: string) => Promise<FreeMember[] | undefined>;
  /** Whether calls over this dialect reach phones that are registered with this server. */
  readonly reachesPhones: (dialect: string) => boolean;
}

const over = ['completed', 'no_answer', 'busy', 'failed', 'cancelled'] as const;
const mostAtOnce = 100;
/** Limit on ids, far above the number of concurrent calls. */
const mostConnected = 10_000;

export function createTransferStore(database: Database, { freeIn, reachesPhones }: StoreOptions): TransferStore {
  const { tables, system } = database;
  const { calls, contactTags, queues, transfers } = tables;
  const of = (organisation: string) => forOrganisation(database, organisation as OrganisationId);
  const ringing = (uuid: string): SQL => and(eq(transfers.uuid, uuid), isNull(transfers.result)) as SQL;
  const set = (row: TransferRow, values: Partial<TransferRow>, where: SQL): Promise<number> =>
    of(row.organisationId).tx((queries) => queries.update(transfers, values, where));

  /** Returns the queue with this name, or the only one if allowed. */
  async function queueOf(queries: TenantQueries, { target, orOnlyQueue }: NewTransfer): Promise<string | undefined> {
    const all = await queries.select(queues, orOnlyQueue ? undefined : eq(queues.name, target));
    const named = all.find(({ name }) => name === target);
    return named?.name ?? (orOnlyQueue && all.length === 1 ? all[0]!.name : undefined);
  }

  return {
    begin: (organisation, transfer) =>
      of(organisation).tx(async (queries): Promise<Begun> => {
        const { orOnlyQueue, ...storedRow } = transfer;
        const [call] = await queries.select(calls, eq(calls.uuid, transfer.callUuid));
        if (call === undefined) return { kind: 'unknown_call' };
        if (call.status !== 'in_progress') return { kind: 'not_active' };
        if (call.dialect === 'browser' || call.providerCallId === null) return { kind: 'not_by_phone' };
        const target = await queueOf(queries, transfer);
        const free = target === undefined ? undefined : await freeIn(queries, target);
        if (target === undefined || free === undefined) return { kind: 'unknown_queue' };
        const contact = eq(contactTags.contactUuid, call.contactUuid ?? '');
        const chosen = chosenOf(
          free.filter(({ phoneNumber }) => phoneNumber !== null || reachesPhones(call.dialect)),
          (await queries.select(contactTags, contact)).map(({ tag }) => tag),
        );
        if (chosen === undefined) return { kind: 'none_free' };
        const { userUuid } = chosen;
        const phoneNumber = chosen.phoneNumber ?? chosen.extension ?? '';
        const row = { ...storedRow, target, userUuid, phoneNumber, ...newState };
        await queries.insert(transfers, [row]);
        await queries.update(calls, { status: 'transferring' }, eq(calls.uuid, call.uuid));
        return { kind: 'ringing', transfer: { ...row, organisationId: organisation }, call };
      }),
    async find(uuid) {
      const [transfer] = await system.read.select().from(transfers).where(eq(transfers.uuid, uuid));
      if (transfer === undefined) return undefined;
      const [call] = await of(transfer.organisationId).read.select(calls, eq(calls.uuid, transfer.callUuid));
      return call && { transfer, call };
    },
    async newestOf(callUuid) {
      const query = system.read.select().from(transfers).where(eq(transfers.callUuid, callUuid));
      return (await query.orderBy(asc(transfers.createdAt))).at(-1);
    },
    async nameLeg(transfer, { requestId, providerCallId }) {
      const ids = {
        ...(requestId === undefined ? {} : { providerRequestId: requestId }),
        ...(providerCallId === undefined ? {} : { providerCallId }),
      };
      if (Object.keys(ids).length > 0) await set(transfer, ids, eq(transfers.uuid, transfer.uuid));
    },
    beginJoining: async (transfer, joinedAt) => (await set(transfer, { joinedAt }, ringing(transfer.uuid))) > 0,
    beginJoiningOnce: async (transfer, joinedAt) =>
      (await set(transfer, { joinedAt }, and(ringing(transfer.uuid), isNull(transfers.joinedAt)) as SQL)) > 0,
    settle: (transfer, { result, at, from }, announce) =>
      of(transfer.organisationId).tx(async (queries) => {
        const finishedAt = result === 'accepted' ? null : at;
        const notJoining = from === 'not_joining' ? isNull(transfers.joinedAt) : undefined;
        const open = and(ringing(transfer.uuid), notJoining) as SQL;
        if ((await queries.update(transfers, { result, finishedAt }, open)) === 0) return false;
        const [call] = await queries.select(calls, eq(calls.uuid, transfer.callUuid));
        if (call === undefined) return true;
        const mine = eq(calls.uuid, call.uuid);
        // If the provider closed the stream meanwhile, the transfer was the cause, whatever reason was stored.
        const moved = { endReason: 'transferred' };
        if (result === 'accepted')
          await queries.update(
            calls,
            moved,
            and(mine, or(isNull(calls.endReason), eq(calls.endReason, 'caller_hung_up'))) as SQL,
          );
        else await queries.update(calls, { status: 'in_progress' }, and(mine, eq(calls.status, 'transferring')) as SQL);
        await announce(queries, call);
        return true;
      }),
    finishLeg: (transfer, finishedAt, expect) =>
      of(transfer.organisationId).tx(async (queries) => {
        const open = and(eq(transfers.uuid, transfer.uuid), isNull(transfers.finishedAt)) as SQL;
        const finished = (await queries.update(transfers, { finishedAt }, open)) > 0;
        if (finished) await expect(queries);
        return finished;
      }),
    async connected() {
      const open = and(eq(transfers.result, 'accepted'), isNull(transfers.finishedAt));
      const query = system.read.select({ uuid: transfers.uuid }).from(transfers).where(open);
      return (await query.orderBy(asc(transfers.createdAt)).limit(mostConnected)).map(({ uuid }) => uuid);
    },
    async lapsed(before) {
      const query = system.read.select({ transfer: transfers }).from(transfers);
      const joined = query.innerJoin(calls, eq(calls.uuid, transfers.callUuid));
      const due = or(lt(transfers.createdAt, before), inArray(calls.status, [...over]));
      return (await joined.where(and(isNull(transfers.result), due)).limit(mostAtOnce)).map((row) => row.transfer);
    },
  };
}

const newState = { result: null, finishedAt: null, joinedAt: null, providerRequestId: null, providerCallId: null };
