export { registerToolRoutes, trialOccasion } from './routes.ts';
export { trialNumber } from './schema.ts';
