export { registerReportRoutes } from './routes.ts';
export { registerScheduleRoutes } from './schedule-routes.ts';
export { createScheduleStore } from './schedule-store.ts';
export { createSchedules } from './schedules.ts';
export { createReports, makeKind } from './service.ts';
export { createReportStore } from './store.ts';
