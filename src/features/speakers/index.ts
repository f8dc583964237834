export { registerSpeakerRoutes } from './routes.ts';
