import { and, asc, eq, gt, inArray, isNotNull, isNull, type SQL } from 'drizzle-orm';
import {
  type Database,
  forOrganisation,
  type OrganisationId,
  type Tables,
  type TenantQueries,
} from '../../../data/index.ts';

export type ListeningRow = Tables['listeningSessions']['$inferSelect'];

export interface WaitingCaller {
  readonly callUuid: string;
  readonly queue: string;
  readonly userUuid: string;
  readonly since: string;
}

export interface SupervisionStore {
  add(organisation: OrganisationId, row: Omit<ListeningRow, 'organisationId'>): Promise<void>;
  /** Finds a session by its uuid, in any organisation. */
  find(uuid: string): Promise<ListeningRow | undefined>;
  get(organisation: OrganisationId, uuid: string): Promise<ListeningRow | undefined>;
  /** Returns whether the session in which this person began to listen still exists. */
  isSignedIn(row: ListeningRow, at: string): Promise<boolean>;
  /** Records that the stream has opened. */
  started(row: ListeningRow, at: string): Promise<void>;
  takenOver(row: ListeningRow, at: string): Promise<void>;
  ended(row: ListeningRow, at: string): Promise<void>;
  /** Returns the listeners of a call, in order of their start. */
  ofCall(organisation: OrganisationId, callUuid: string): Promise<ListeningRow[]>;
  /** Returns the current listeners. */
  listening(organisation: OrganisationId): Promise<ListeningRow[]>;
  /** Ends the sessions of calls that have ended, those without a time `at` this one. */
  callsOver(
    queries: TenantQueries,
    over: readonly { readonly uuid: string; readonly endedAt: string | null }[],
    at: string,
  ): Promise<void>;
  /** Returns ringing transfers, oldest first. */
  waiting(organisation: OrganisationId): Promise<WaitingCaller[]>;
  /** Returns names by uuid of the people in rows of this store, including former members. */
  names(userUuids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

const mostListed = 200;

export function createSupervisionStore(database: Database): SupervisionStore {
  const { tables, system } = database;
  const { listeningSessions: sessions, sessions: signIns, transfers, users } = tables;
  const of = (organisation: OrganisationId) => forOrganisation(database, organisation);
  const set = async (row: ListeningRow, values: Partial<ListeningRow>, where?: SQL): Promise<void> => {
    await of(row.organisationId).tx((queries) =>
      queries.update(sessions, values, and(eq(sessions.uuid, row.uuid), where) as SQL),
    );
  };
  const oldest = { orderBy: [asc(sessions.createdAt), asc(sessions.uuid)], limit: mostListed };
  return {
    add: (organisation, row) => of(organisation).tx((queries) => queries.insert(sessions, [row])),
    async find(uuid) {
      const [row] = await system.read.select().from(sessions).where(eq(sessions.uuid, uuid));
      return row;
    },
    async get(organisation, uuid) {
      const [row] = await of(organisation).read.select(sessions, eq(sessions.uuid, uuid));
      return row;
    },
    async isSignedIn({ credentialUuid }, at) {
      if (credentialUuid === null) return true;
      const own = and(eq(signIns.uuid, credentialUuid), gt(signIns.expiresAt, at));
      return (await system.read.select({ uuid: signIns.uuid }).from(signIns).where(own)).length > 0;
    },
    started: (row, startedAt) => set(row, { startedAt }, isNull(sessions.endedAt)),
    takenOver: (row, takenOverAt) => set(row, { takenOverAt }, isNull(sessions.takenOverAt)),
    ended: (row, endedAt) => set(row, { endedAt }, isNull(sessions.endedAt)),
    ofCall: (organisation, callUuid) =>
      of(organisation).read.select(
        sessions,
        and(eq(sessions.callUuid, callUuid), isNotNull(sessions.startedAt)),
        oldest,
      ),
    listening: (organisation) =>
      of(organisation).read.select(sessions, and(isNull(sessions.endedAt), isNotNull(sessions.startedAt)), oldest),
    async callsOver(queries, over, at) {
      const { callUuid } = sessions;
      const these = inArray(
        callUuid,
        over.map(({ uuid }) => uuid),
      );
      // Hardly any call has listeners.
      const heard = await queries.pick(sessions, { callUuid }, and(these, isNull(sessions.endedAt)));
      for (const { uuid, endedAt } of over)
        if (heard.some((session) => session.callUuid === uuid))
          await queries.update(
            sessions,
            { endedAt: endedAt ?? at },
            and(eq(callUuid, uuid), isNull(sessions.endedAt)) as SQL,
          );
    },
    async waiting(organisation) {
      const rows = await of(organisation).read.select(transfers, isNull(transfers.result), {
        orderBy: [asc(transfers.createdAt), asc(transfers.uuid)],
        limit: mostListed,
      });
      return rows.map(({ callUuid, target, userUuid, createdAt }) => ({
        callUuid,
        queue: target,
        userUuid,
        since: createdAt,
      }));
    },
    async names(userUuids) {
      if (userUuids.length === 0) return new Map();
      const { uuid, name, email } = users;
      const query = system.read.select({ uuid, name, email }).from(users);
      const rows = await query.where(inArray(uuid, [...new Set(userUuids)]));
      return new Map(rows.map((row) => [row.uuid, row.name ?? row.email]));
    },
  };
}
