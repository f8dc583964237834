import { and, eq, inArray, isNotNull, notInArray, type SQL, sql } from 'drizzle-orm';
import type { Database, TenantQueries } from '../../../data/index.ts';
import { zoneNamed } from '../../../http/time-zone.ts';
import { type FlowRow, hoursOf, nextOpen } from '../../campaigns/index.ts';
import { dedupeMs, type Reason, type TargetChange } from './target.ts';

/** SQL that generates a UUID of version 4, for rows inserted from a SELECT. */
const newUuid = {
  sqlite: sql`lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-a' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))`,
  postgres: sql`gen_random_uuid()::text`,
} as const;

/**
 * Selects the contacts of a campaign again, in the caller's transaction: those with one of its tags, or all. Dialled
 * targets are unchanged; skipped ones are examined again. Returns the number queued for dialling; the others have a
 * reason. Uses one statement for all targets, since there may be a hundred thousand.
 */
export async function selectTargets(
  database: Database,
  queries: TenantQueries,
  flow: Pick<FlowRow, 'uuid' | 'branches' | 'timeWindow' | 'startDate' | 'endDate' | 'config'>,
  at: Date,
): Promise<number> {
  const { campaignTargets: targets, contacts, contactTags, calls } = database.tables;
  const { system } = queries;
  const now = at.toISOString();
  const mine = eq(targets.flowUuid, flow.uuid);
  const change = (set: TargetChange, ...where: (SQL | undefined)[]): Promise<number> =>
    queries.update(targets, { ...set, updatedAt: now }, and(mine, ...where) as SQL);
  const is = (...statuses: ('queued' | 'waiting' | 'skipped')[]): SQL => inArray(targets.status, statuses);
  const contactsThat = (where: SQL) =>
    system.select({ uuid: contacts.uuid }).from(contacts).where(queries.own(contacts, where));
  const tagged = system.select({ uuid: contactTags.contactUuid }).from(contactTags);
  const isMeant: SQL =
    flow.branches.length === 0
      ? isNotNull(contacts.uuid)
      : inArray(contacts.uuid, tagged.where(queries.own(contactTags, inArray(contactTags.tag, [...flow.branches]))));
  const put = (status: 'waiting' | 'skipped', reason: Reason, nextAt: string | null, ...where: SQL[]) =>
    change({ status, reason, nextAt }, is('queued'), ...where);

  // A contact that waits for a retry or a callback is unaffected.
  await change(
    { status: 'queued', reason: null, nextAt: now },
    is('skipped', 'waiting'),
    sql`coalesce(${targets.reason}, '') NOT IN ('retry', 'callback')`,
    eq(targets.attempts, 0),
  );
  const knownContacts = system.select({ uuid: targets.contactUuid }).from(targets).where(queries.own(targets, mine));
  const chosen = and(isMeant, notInArray(contacts.uuid, knownContacts)) as SQL;
  await system
    .insert(targets)
    .select(
      sql`SELECT ${newUuid[database.dialect]}, ${contacts.organisationId}, ${flow.uuid}, ${contacts.uuid}, 'queued', NULL, 0, ${now}, NULL, NULL, NULL, NULL, 0, ${now}, ${now} FROM ${contacts} WHERE ${queries.own(contacts, chosen)}`,
    );
  await change(
    { status: 'skipped', reason: 'not_targeted', nextAt: null },
    is('queued', 'waiting'),
    notInArray(targets.contactUuid, contactsThat(isMeant)),
  );
  await change(
    { status: 'skipped', reason: 'opted_out', nextAt: null },
    is('queued', 'waiting'),
    inArray(targets.contactUuid, contactsThat(eq(contacts.optedOut, true))),
  );

  const hours = hoursOf(flow);
  const zones = flow.timeWindow === null ? [] : await zonesOf();
  for (const stored of [null, ...zones]) {
    const there = stored === null ? [] : [inArray(targets.contactUuid, contactsThat(eq(contacts.timezone, stored)))];
    const zone = stored === null ? null : zoneNamed(stored);
    if (zone === undefined) {
      await put('skipped', `invalid_timezone: ${stored}`, null, ...there);
      continue;
    }
    const open = nextOpen(zone === null ? hours : [...hours, ...hoursIn(zone)], at);
    if (open?.getTime() === at.getTime()) continue;
    if (open === undefined) await put('skipped', 'outside_window', null, ...there);
    else await put('waiting', 'outside_window', open.toISOString(), ...there);
  }

  const since = new Date(at.getTime() - dedupeMs).toISOString();
  const lately = system
    .select({ uuid: sql<string>`${calls.contactUuid}` })
    .from(calls)
    .where(queries.own(calls, and(isNotNull(calls.contactUuid), sql`${calls.dialledAt} > ${since}`)));
  // The exact time is determined at their turn, which comes at once.
  await put('waiting', 'recently_dialled', now, inArray(targets.contactUuid, lately), eq(targets.attempts, 0));
  return queries.count(targets, and(mine, is('queued')));

  function hoursIn(timezone: string) {
    return flow.timeWindow === null ? [] : [{ ...flow.timeWindow, timezone }];
  }

  async function zonesOf(): Promise<string[]> {
    const queued = system.select({ uuid: targets.contactUuid }).from(targets);
    const among = inArray(contacts.uuid, queued.where(queries.own(targets, and(mine, is('queued')))));
    const rows = await system
      .selectDistinct({ timezone: contacts.timezone })
      .from(contacts)
      .where(queries.own(contacts, and(among, isNotNull(contacts.timezone))));
    return rows.flatMap(({ timezone }) => timezone ?? []);
  }
}
