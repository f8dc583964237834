export { createCallInteractions } from './call-interaction-store.ts';
export { createConditions, type InteractionFilter, type View } from './conditions-store.ts';
export type { Agent } from './people-store.ts';
export {
  analysisOf,
  type EditMark,
  type Edits,
  editsOf,
  editsOfDetails,
  effectiveOf,
  type InteractionRow,
  keyDetailsOf,
  marked,
  mergedEdits,
  type NewInteraction,
  type SpeakerSides,
  type StoredAnalysis,
  scoreGroup,
  sidesOf,
  speakerSides,
} from './record.ts';
export { createRunInteractions, type RunConversation, type RunInteractions } from './run-interaction-store.ts';

export {
  type Change,
  createInteractionStore,
  type InteractionPage,
  type InteractionStore,
  type ListedInteraction,
  type Measured,
  type Ref,
} from './store.ts';
export { createTranscriptStore, type TranscriptStore } from './transcript-store.ts';
export { type Found, type Term, termsOf } from './words-said.ts';
