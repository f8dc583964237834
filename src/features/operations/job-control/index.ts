export { registerJobRoutes } from './routes.ts';
export { createJobDesk } from './store.ts';
