export { registerNumberRoutes } from './routes.ts';
export { createNumbers, type NumbersOptions } from './service.ts';
