export { refusal as audioRefusal } from './refusals.ts';
export { registerAudioRoutes } from './routes.ts';
export { type Audio, createAudio } from './service.ts';
export { partsOf as partsOfRecording } from './source.ts';
export { createAudioStore } from './store.ts';
export { createTranscription } from './transcription.ts';
