import { and, asc, eq, gt, inArray, lte, type SQL } from 'drizzle-orm';
import {
  bind,
  type Database,
  forOrganisation,
  type OrganisationId,
  type Queries,
  type Tables,
} from '../../../data/index.ts';

export type ScheduleRow = Tables['reportSchedules']['$inferSelect'];
export type NewSchedule = Omit<ScheduleRow, 'id' | 'organisationId'>;

export interface ScheduleStore {
  list(organisation: OrganisationId): Promise<ScheduleRow[]>;
  /** Returns undefined, and stores nothing, if the organisation has too many schedules. */
  add(organisation: OrganisationId, row: NewSchedule): Promise<ScheduleRow | undefined>;
  /** Removes a schedule, of this person only if `userUuid` is given. Returns false for an unknown schedule. */
  remove(organisation: OrganisationId, id: number, userUuid: string | undefined): Promise<boolean>;
  /** Returns due schedules of all organisations. */
  due(at: string): Promise<ScheduleRow[]>;
  /** Returns an organisation's schedules that are due after `at`, in the caller's transaction. */
  pending(queries: Queries, organisation: OrganisationId, at: string): Promise<ScheduleRow[]>;
  /**
   * Moves a schedule to its next time, in the caller's transaction. Returns false if another process did so, or if it
   * was deleted.
   */
  advance(queries: Queries, schedule: ScheduleRow, nextAt: string): Promise<boolean>;
  /** Runs in the caller's transaction. */
  drop(queries: Queries, schedule: ScheduleRow): Promise<void>;
  /** Returns those of these addresses that belong to active members, in lower case. */
  members(organisation: OrganisationId, emails: readonly string[]): Promise<ReadonlySet<string>>;
  isMember(organisation: OrganisationId, userUuid: string): Promise<boolean>;
}

const mostSchedules = 20;
const dueAtOnce = 100;

export function createScheduleStore(database: Database): ScheduleStore {
  const { reportSchedules: schedules, memberships, users } = database.tables;
  const { system } = database;
  const of = (organisation: OrganisationId) => forOrganisation(database, organisation);
  const membersWhere = (organisation: OrganisationId, where: SQL) => {
    const { read } = of(organisation);
    return read.system
      .select({ email: users.email })
      .from(memberships)
      .innerJoin(users, eq(users.uuid, memberships.userUuid))
      .where(read.own(memberships, where));
  };
  return {
    list: (organisation) => of(organisation).read.select(schedules, undefined, { orderBy: [asc(schedules.id)] }),
    add: (organisation, row) =>
      of(organisation).tx(async (queries) => {
        if ((await queries.count(schedules)) >= mostSchedules) return undefined;
        await queries.insert(schedules, [row as never]);
        return (await queries.select(schedules, eq(schedules.uuid, row.uuid)))[0];
      }),
    remove: (organisation, id, userUuid) =>
      of(organisation).tx(async (queries) => {
        const mine = userUuid === undefined ? undefined : eq(schedules.userUuid, userUuid);
        return (await queries.delete(schedules, and(eq(schedules.id, id), mine) as SQL)) > 0;
      }),
    due: (at) =>
      system.read.select().from(schedules).where(lte(schedules.nextAt, at)).orderBy(asc(schedules.id)).limit(dueAtOnce),
    pending: (queries, organisation, at) => bind(queries, organisation).select(schedules, gt(schedules.nextAt, at)),
    async advance(queries, { id, organisationId, nextAt: was }, nextAt) {
      const tenantQueries = bind(queries, organisationId);
      return (
        (await tenantQueries.update(
          schedules,
          { nextAt },
          and(eq(schedules.id, id), eq(schedules.nextAt, was)) as SQL,
        )) > 0
      );
    },
    async drop(queries, { id, organisationId }) {
      await bind(queries, organisationId).delete(schedules, eq(schedules.id, id));
    },
    async members(organisation, emails) {
      if (emails.length === 0) return new Set();
      const members = await membersWhere(organisation, inArray(users.email, [...emails]));
      return new Set(members.map(({ email }) => email));
    },
    async isMember(organisation, userUuid) {
      return (await membersWhere(organisation, eq(memberships.userUuid, userUuid))).length > 0;
    },
  };
}
