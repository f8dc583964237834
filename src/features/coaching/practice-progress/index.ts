export { registerProgressRoutes } from './routes.ts';
export { createProgress } from './service.ts';
export { createProgressStore } from './store.ts';
