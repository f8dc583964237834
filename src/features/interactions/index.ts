export { createCallInteractions } from './call-interaction-store.ts';
export { createTranscriptStore, type TranscriptStore } from './transcript-store.ts';
