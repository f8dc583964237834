export { registerVoiceQualityRoutes } from './routes.ts';
export { createVoiceQualities } from './service.ts';
export { createVoiceQualityStore } from './store.ts';
