export { registerReportRoutes } from './routes.ts';
export { createReports } from './service.ts';
export { createReportStore } from './store.ts';
