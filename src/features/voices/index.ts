/** What other wings use of this one. */
export type { ModelRouting } from './model-routing/schema.ts';
export { describeRouting } from './model-routing/service.ts';
export { type NewPronunciation, newPronunciation } from './pronunciations/schema.ts';
export type { PronunciationStore } from './pronunciations/store.ts';
