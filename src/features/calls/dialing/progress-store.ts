import { and, count, eq, gte, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { type Database, forOrganisation, type OrganisationId, targetStatuses } from '../../../data/index.ts';
import { zoneNamed } from '../../../http/time-zone.ts';
import { type FlowRow, type Sight, zoneOfRow } from '../../campaigns/index.ts';
import type { TargetStatus } from './target.ts';

export interface CampaignProgress {
  readonly targets: Readonly<Record<TargetStatus, number>>;
  /** Number of targets by the outcome of their last call. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** Calls by day in the campaign's time zone, oldest first. */
  readonly days: readonly { readonly date: string; readonly calls: number }[];
}

export type Progress = (
  organisation: OrganisationId,
  flow: Pick<FlowRow, 'uuid' | 'timeWindow' | 'config'>,
  view: { readonly sight: Sight; readonly at: Date },
) => Promise<CampaignProgress>;

const shownDays = 14;
/**
 * Prefix length of ten minutes. UTC offsets are multiples of a quarter of an hour, so ten minutes of UTC rarely span
 * two days.
 */
const tenMinutes = 15;

/** Returns the progress of a campaign. Users with tags see only contacts with one of them. */
export function createProgress(database: Database): Progress {
  const { campaignTargets: targets, contactTags, calls } = database.tables;
  return async (organisation, flow, { sight, at }) => {
    const { read } = forOrganisation(database, organisation);
    const carrying = (column: typeof targets.contactUuid | typeof calls.contactUuid): SQL | undefined => {
      if (sight === undefined) return undefined;
      const tagged = read.system.select({ uuid: contactTags.contactUuid }).from(contactTags);
      return inArray(column, tagged.where(read.own(contactTags, inArray(contactTags.tag, [...sight]))));
    };
    const mine = and(eq(targets.flowUuid, flow.uuid), carrying(targets.contactUuid));
    const zone = zoneNamed(zoneOfRow(flow)) ?? 'UTC';
    const today = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone).toPlainDate();
    const first = today.subtract({ days: shownDays - 1 });
    const since = new Date(first.toZonedDateTime({ timeZone: zone }).epochMilliseconds).toISOString();
    const period = sql<string>`substr(${calls.dialledAt}, 1, ${sql.raw(String(tenMinutes))})`;
    const theirs = and(
      eq(calls.flowUuid, flow.uuid),
      isNotNull(calls.targetUuid),
      gte(calls.dialledAt, since),
      carrying(calls.contactUuid),
    );
    const [byStatus, byOutcome, byPeriod] = await Promise.all([
      read.system
        .select({ status: targets.status, many: count() })
        .from(targets)
        .where(read.own(targets, mine))
        .groupBy(targets.status),
      read.system
        .select({ outcome: targets.outcome, many: count() })
        .from(targets)
        .where(read.own(targets, and(mine, isNotNull(targets.outcome))))
        .groupBy(targets.outcome),
      read.system.select({ period, many: count() }).from(calls).where(read.own(calls, theirs)).groupBy(period),
    ]);
    const byDay = new Map<string, number>();
    for (const group of byPeriod) {
      const moment = Temporal.Instant.from(`${group.period}0:00Z`);
      const date = moment.toZonedDateTimeISO(zone).toPlainDate().toString();
      byDay.set(date, (byDay.get(date) ?? 0) + group.many);
    }
    return {
      targets: Object.fromEntries(
        targetStatuses.map((status) => [status, byStatus.find((group) => group.status === status)?.many ?? 0]),
      ) as Record<TargetStatus, number>,
      outcomes: Object.fromEntries(byOutcome.map(({ outcome, many }) => [outcome as string, many])),
      days: Array.from({ length: shownDays }, (_, nth) => first.add({ days: nth }).toString()).map((date) => ({
        date,
        calls: byDay.get(date) ?? 0,
      })),
    };
  };
}
