export { registerSpeakerModelRoutes } from './model-routes.ts';
export { registerSpeakerRoutes } from './routes.ts';
export { createSpeakers, type Speakers, voiceOf } from './service.ts';
export { createSpeakerStore, type SpeakerRow } from './store.ts';
export { createVoiceModels, type VoiceModelsServer } from './voice-models.ts';
