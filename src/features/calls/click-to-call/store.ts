import { and, eq, gte, inArray, isNull, or, type SQL } from 'drizzle-orm';
import {
  type Database,
  forOrganisation,
  type OrganisationId,
  openCallStatuses,
  type Tables,
  type TenantQueries,
} from '../../../data/index.ts';
import { type Announce, type CallRow, startedNews } from '../calls/index.ts';

export type HumanCall = Tables['calls']['$inferSelect'];

export interface NewHumanCall {
  readonly uuid: string;
  readonly contactUuid: string;
  readonly userUuid: string;
  readonly dialect: string;
  /** Whether a registered phone of the user may ring in place of a number. */
  readonly reachesPhones: boolean;
  readonly createdAt: string;
}

export type Prepared =
  | { readonly kind: 'prepared'; readonly call: HumanCall }
  | { readonly kind: 'no_number' | 'unknown_contact' | 'opted_out' | 'in_call' };

export interface ClickToCallStore {
  /** Adds the call in status `dialing`, unless one of the two people is in a call. */
  prepare(organisation: OrganisationId, call: NewHumanCall): Promise<Prepared>;
  /** Finds a call by its uuid, in any organisation. */
  find(uuid: string): Promise<HumanCall | undefined>;
  /** Advances an open call; its status never goes back. The connection of both parties is reported once. */
  advance(
    call: CallRow,
    set: Partial<Pick<CallRow, 'status' | 'startedAt' | 'providerCallId' | 'providerRequestId'>>,
  ): Promise<void>;
}

/** Maximum duration of a call. */
const longestCallMs = 14_400_000;

export interface ClickToCallStoreOptions {
  readonly newState: Omit<HumanCall, keyof ReturnType<typeof rowOf> | 'organisationId'>;
  readonly announce: Announce;
}

export function createClickToCallStore(
  database: Database,
  { newState, announce }: ClickToCallStoreOptions,
): ClickToCallStore {
  const { tables, system } = database;
  const { agentPhoneNumbers, calls, contacts, phones, transfers } = tables;
  const of = (organisation: string) => forOrganisation(database, organisation as OrganisationId);
  const open = inArray(calls.status, [...openCallStatuses]);

  async function isInCall(
    queries: TenantQueries,
    { userUuid, contactUuid, createdAt }: NewHumanCall,
  ): Promise<boolean> {
    const either = or(eq(calls.agentUserUuid, userUuid), eq(calls.contactUuid, contactUuid));
    if ((await queries.count(calls, and(open, either))) > 0) return true;
    const since = new Date(Date.parse(createdAt) - longestCallMs).toISOString();
    const mine = and(eq(transfers.userUuid, userUuid), isNull(transfers.finishedAt), gte(transfers.createdAt, since));
    return (await queries.count(transfers, mine)) > 0;
  }

  /** Returns the number of the user, or the extension of a registered phone. */
  async function numberOf(queries: TenantQueries, call: NewHumanCall): Promise<string | undefined> {
    const [mapped] = await queries.select(agentPhoneNumbers, eq(agentPhoneNumbers.userUuid, call.userUuid));
    if (mapped !== undefined || !call.reachesPhones) return mapped?.phoneNumber;
    const registered = and(eq(phones.userUuid, call.userUuid), gte(phones.expiresAt, call.createdAt));
    return (await queries.select(phones, registered))[0]?.extension;
  }

  return {
    prepare: (organisation, call) =>
      of(organisation).tx(async (queries): Promise<Prepared> => {
        const number = await numberOf(queries, call);
        if (number === undefined) return { kind: 'no_number' };
        const { phone, optedOut } = contacts;
        const [contact] = await queries.pick(contacts, { phone, optedOut }, eq(contacts.uuid, call.contactUuid));
        if (contact === undefined) return { kind: 'unknown_contact' };
        if (contact.optedOut) return { kind: 'opted_out' };
        if (await isInCall(queries, call)) return { kind: 'in_call' };
        const row = { ...newState, ...rowOf(call, number, contact.phone) };
        await queries.insert(calls, [row]);
        return { kind: 'prepared', call: { ...row, organisationId: organisation } };
      }),
    async find(uuid) {
      const [call] = await system.read.select().from(calls).where(eq(calls.uuid, uuid));
      return call === undefined || call.agentUserUuid === null ? undefined : call;
    },
    async advance(call, set) {
      // With two simultaneous callbacks, the other one may already have advanced the call.
      const before = set.status === 'ringing' ? eq(calls.status, 'dialing') : open;
      const isNew = set.startedAt === undefined ? undefined : isNull(calls.startedAt);
      const mine = and(eq(calls.uuid, call.uuid), before, isNew) as SQL;
      const organisation = call.organisationId as OrganisationId;
      await of(organisation).tx(async (queries) => {
        const changed = await queries.update(calls, set, mine);
        if (changed > 0 && isNew !== undefined)
          await announce(queries, organisation, [startedNews({ ...call, ...set })]);
      });
    },
  };
}

const rowOf = ({ uuid, contactUuid, userUuid, dialect, createdAt }: NewHumanCall, from: string, to: string) => ({
  uuid,
  contactUuid,
  agentUserUuid: userUuid,
  createdAt,
  dialledAt: createdAt,
  ...({ flowUuid: '', callType: 'outbound', dialect, status: 'dialing' } as const),
  fromNumber: from,
  toNumber: to,
});
