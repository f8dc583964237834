import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { OrganisationId, Queries } from '../../../data/index.ts';
import { eachApart } from '../../../each-apart.ts';
import { Problem } from '../../../http/problem.ts';
import type { Job, Jobs } from '../../../jobs/index.ts';
import type { Log } from '../../../log.ts';
import type { Mailer } from '../../../mail/index.ts';
import { type ClockOf, type DayClock, dateOf } from '../dashboard/index.ts';
import type { Segments } from '../segments/index.ts';
import { type ReportRow, resultOf } from './report.ts';
import { coveredBefore, nextAfter } from './schedule.ts';
import type { ScheduleRow, ScheduleStore } from './schedule-store.ts';
import type { NewSchedule } from './schema.ts';
import type { Viewer } from './service.ts';
import type { ReportStore } from './store.ts';

/** No two time zones are further apart (UTC-12 and UTC+14, with an hour of summer time). */
const zonesApartMs = 27 * 3_600_000;

export interface SchedulesOptions {
  readonly store: ScheduleStore;
  readonly reports: Pick<ReportStore, 'insert' | 'find'>;
  readonly jobs: Pick<Jobs, 'enqueue' | 'handle'>;
  readonly tx: <T>(work: (queries: Queries) => Promise<T>) => Promise<T>;
  readonly segments: Pick<Segments, 'known'>;
  /** Returns undefined for users who see all calls. */
  readonly sightOf: (viewer: Viewer) => Promise<readonly string[] | undefined>;
  readonly mailer: Mailer;
  /** Returns the URL of the console. */
  readonly baseUrl: () => string;
  readonly clockOf: ClockOf;
  readonly now: () => Date;
  readonly log: Pick<Log, 'error'>;
}

interface Due {
  readonly makeKind: string;
  readonly schedule: ScheduleRow;
  readonly clock: DayClock;
}

export type Schedules = ReturnType<typeof createSchedules>;

const dueKind = 'reports.due';
const mailKind = 'reports.mail';
const lookEveryMs = 10 * 60_000;
const letter = z.object({ report: z.string(), personal: z.object({ to: z.string() }) });

/** Creates reports at the end of each week or month and, with a mail server, sends them to members. */
export function createSchedules(options: SchedulesOptions) {
  const { store, reports, jobs, tx, segments, sightOf, mailer, clockOf } = options;

  async function makeDue(makeKind: string): Promise<void> {
    const now = options.now();
    const make = async (schedule: ScheduleRow): Promise<void> => {
      const clock = await clockOf(schedule.organisationId as OrganisationId);
      // If the creator has left, there is no visibility to compute the report with.
      const isOrphan = !(await store.isMember(schedule.organisationId, schedule.userUuid));
      await tx(async (queries) => {
        if (isOrphan) return store.drop(queries, schedule);
        if (!(await store.advance(queries, schedule, nextAfter(schedule.every, now, clock)))) return;
        await enqueue(queries, { makeKind, schedule, clock });
      });
    };
    await eachApart(await store.due(now.toISOString()), make, {
      log: options.log,
      trouble: 'failed to make a scheduled report',
      name: ({ uuid }) => ({ schedule: uuid }),
    });
  }

  async function enqueue(queries: Queries, { makeKind, schedule, clock }: Due): Promise<void> {
    const { organisationId, userUuid, segmentUuids, every, nextAt } = schedule;
    // After days of downtime, the report covers the last complete week or month.
    const { from, to } = coveredBefore(every, latestOf(every, nextAt, clock), clock);
    const uuid = randomUUID();
    await reports.insert(queries, organisationId, {
      uuid,
      userUuid,
      window: 'custom',
      rangeFrom: from,
      rangeTo: to,
      createdAt: clock.now().toISOString(),
      segmentUuids: segmentUuids as string[],
      scheduleUuid: schedule.uuid,
    });
    await jobs.enqueue(queries, { kind: makeKind, organisationId, payload: { report: uuid }, maxAttempts: 4 });
  }

  function latestOf(every: ScheduleRow['every'], dueAt: string, clock: DayClock): string {
    const now = clock.now();
    let latest = dueAt;
    for (let next = dueAt; next <= now.toISOString(); next = nextAfter(every, new Date(next), clock)) latest = next;
    return latest;
  }

  async function send(job: Job): Promise<void> {
    const { report: uuid, personal } = letter.parse(job.payload);
    const organisation = job.organisationId as OrganisationId;
    const row = await reports.find(organisation, uuid);
    const result = row === undefined ? null : resultOf(row);
    const isMember = (await store.members(organisation, [personal.to])).has(personal.to);
    if (row === undefined || result === null || !isMember || !mailer.delivers) return;
    const { toPdf } = await import('./pdf.ts');
    const title = titleOf(row, await clockOf(organisation));
    await mailer.deliver({
      to: personal.to,
      subject: title,
      link: `${options.baseUrl()}/reports/${row.id}`,
      text: [title, '', ...result.sentences.map(({ text }) => text)].join('\n'),
      attachments: [
        { filename: `report-${row.id}.pdf`, content: await toPdf(row, result), contentType: 'application/pdf' },
      ],
    });
  }

  jobs.handle(mailKind, send, { concurrency: 2 });

  return {
    /** Starts looking for due schedules. `makeKind` is the job that creates a report. */
    watch: (makeKind: string) => jobs.handle(dueKind, () => makeDue(makeKind), { everyMs: lookEveryMs }),
    /** Enqueues one message for each recipient, in the transaction that completes a report. */
    async made(queries: Queries, row: ReportRow): Promise<void> {
      if (row.scheduleUuid === null) return;
      const { organisationId } = row;
      const schedule = (await store.list(organisationId)).find(({ uuid }) => uuid === row.scheduleUuid);
      if (!mailer.delivers) return;
      for (const [index, to] of ((schedule?.recipients ?? []) as string[]).entries())
        await jobs.enqueue(queries, {
          kind: mailKind,
          organisationId,
          payload: { report: row.uuid, personal: { to } },
          uniqueKey: `${row.uuid} ${index}`,
          keyStays: true,
        });
    },
    /** Throws for addresses that belong to no member, and for an unknown segment. */
    async add(viewer: Viewer, body: NewSchedule): Promise<ScheduleRow> {
      const { organisationId, userUuid } = viewer;
      const recipients = [...new Set(body.recipients.map((email) => email.toLowerCase()))];
      const members = await store.members(organisationId, recipients);
      const stranger = recipients.find((email) => !members.has(email));
      if (stranger !== undefined)
        throw new Problem('bad_request', `${stranger} does not belong to a member. Invite the person first.`);
      await segments.known(organisationId, body.segment_uuids);
      const clock = await clockOf(organisationId);
      const now = clock.now();
      const added = await store.add(organisationId, {
        uuid: randomUUID(),
        userUuid,
        every: body.every,
        recipients,
        segmentUuids: body.segment_uuids,
        nextAt: nextAfter(body.every, now, clock),
        createdAt: now.toISOString(),
      });
      if (added === undefined) throw new Problem('conflict', 'There are 20 scheduled reports. Delete one first.');
      return added;
    },
    /** Returns all schedules for users who see every call, otherwise their own; and the zone of their times. */
    async list(viewer: Viewer): Promise<{ rows: ScheduleRow[]; timezone: string }> {
      const seesAll = (await sightOf(viewer)) === undefined;
      const rows = await store.list(viewer.organisationId);
      const { timezone } = await clockOf(viewer.organisationId);
      return { rows: rows.filter(({ userUuid }) => seesAll || userUuid === viewer.userUuid), timezone };
    },
    async remove(viewer: Viewer, id: number): Promise<boolean> {
      const seesAll = (await sightOf(viewer)) === undefined;
      return store.remove(viewer.organisationId, id, seesAll ? undefined : viewer.userUuid);
    },
    /** Moves the pending schedules of an organisation to the hours of its new time zone. */
    async rezone(queries: Queries, organisation: OrganisationId, timezone: string): Promise<void> {
      const now = options.now();
      for (const schedule of await store.pending(queries, organisation, now.toISOString())) {
        // A time that has passed in the new zone is due at once: no report is left out, and none is made twice.
        const before = new Date(Date.parse(schedule.nextAt) - zonesApartMs);
        await store.advance(queries, schedule, nextAfter(schedule.every, before, { timezone }));
      }
    },
    isMailed: mailer.delivers,
  };
}

const titleOf = ({ rangeFrom, rangeTo }: ReportRow, clock: DayClock): string => {
  const last = new Date(Date.parse(rangeTo) - 1).toISOString();
  return `Call report, ${dateOf(rangeFrom, clock)} to ${dateOf(last, clock)}`;
};
