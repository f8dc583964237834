import type { FastifyInstance } from 'fastify';
import type { Database } from '../../data/index.ts';
import {
  type ClockOf,
  createAttention,
  createAttentionStore,
  createCountedCalls,
  createCountedListStore,
  createDashboard,
  createDashboardStore,
  registerDashboardRoutes,
} from '../../features/analysis/dashboard/index.ts';
import {
  createReportStore,
  createReports,
  createScheduleStore,
  createSchedules,
  makeKind,
  registerReportRoutes,
  registerScheduleRoutes,
} from '../../features/analysis/reports/index.ts';
import type { Segments } from '../../features/analysis/segments/index.ts';
import {
  createVoiceQualities,
  createVoiceQualityStore,
  registerVoiceQualityRoutes,
} from '../../features/analysis/voice-quality/index.ts';
import type { CallEnded } from '../../features/calls/calls/index.ts';
import type { Jobs } from '../../jobs/index.ts';
import type { Log } from '../../log.ts';
import type { AccountsModule } from '../people/accounts-module.ts';
import type { openPeopleModule } from '../people/people-module.ts';

export interface DashboardModuleOptions {
  readonly database: Database;
  readonly people: Pick<ReturnType<typeof openPeopleModule>, 'sightOf' | 'zones'>;
  readonly segments: Segments;
  readonly accounts: Pick<AccountsModule, 'mailer' | 'baseUrl'>;
  readonly jobs: Jobs;
  readonly callEnded: CallEnded;
  readonly log: Log;
  readonly now: () => Date;
}

/** Opens aggregates of calls and reports on them, in the time zones of their organisations. */
export function openDashboardModule(options: DashboardModuleOptions) {
  const { database, jobs, people, segments, accounts, callEnded, now } = options;
  const { sightOf, zones } = people;
  const clockOf: ClockOf = async (organisation, queries) => ({ now, timezone: await zones.of(organisation, queries) });
  const counting = { store: createDashboardStore(database), sightOf, clockOf };
  const dashboard = createDashboard(counting);
  const list = createCountedListStore(database);
  const countedCalls = createCountedCalls({ ...counting, list });
  const attention = createAttention({ store: createAttentionStore(database, list), sightOf, clockOf });
  const qualities = createVoiceQualities(createVoiceQualityStore(database), clockOf);
  callEnded.subscribe(qualities.ended);
  const store = createReportStore(database);
  const schedules = createSchedules({
    store: createScheduleStore(database),
    reports: store,
    jobs,
    tx: database.system.tx,
    segments,
    sightOf,
    clockOf,
    now,
    mailer: accounts.mailer,
    baseUrl: accounts.baseUrl,
    log: options.log,
  });
  const reports = createReports({ store, jobs, dashboard, segments, sightOf, clockOf, now, onMade: schedules.made });
  schedules.watch(makeKind);
  zones.subscribe(schedules.rezone);
  return {
    routes(app: FastifyInstance) {
      registerDashboardRoutes(app, dashboard, segments, { attention, countedCalls });
      registerReportRoutes(app, reports);
      registerScheduleRoutes(app, schedules);
      registerVoiceQualityRoutes(app, qualities);
    },
  };
}
