export { registerVoiceSampleRoutes } from './routes.ts';
export { createVoiceSamples } from './service.ts';
export { createVoiceSampleStore } from './store.ts';
