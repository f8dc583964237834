export { registerReadingRoutes } from './routes.ts';
export { createReadings, type Readings } from './service.ts';
export { createReadingStore } from './store.ts';
