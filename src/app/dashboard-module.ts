import type { FastifyInstance } from 'fastify';
import { Temporal } from 'temporal-polyfill';
import type { Database } from '../data/index.ts';
import { createDashboard, createDashboardStore, registerDashboardRoutes } from '../features/dashboard/index.ts';
import type { openPeopleModule } from './people-module.ts';

export interface DashboardModuleOptions {
  readonly database: Database;
  readonly people: Pick<ReturnType<typeof openPeopleModule>, 'sightOf'>;
  readonly now: () => Date;
}

/** Aggregates of calls, by the clock of the machine. */
export function openDashboardModule({ database, people, now }: DashboardModuleOptions) {
  const dashboard = createDashboard({
    store: createDashboardStore(database),
    sightOf: people.sightOf,
    clock: { now, timezone: Temporal.Now.timeZoneId() },
  });
  return { routes: (app: FastifyInstance) => registerDashboardRoutes(app, dashboard) };
}
