export { registerReadingRoutes } from './routes.ts';
export { createReadings, type Reading, type Readings } from './service.ts';
export { createReadingStore } from './store.ts';
