export { createCallInteractions } from './call-interaction-store.ts';
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
  type Agent,
  type Change,
  createInteractionStore,
  type InteractionFilter,
  type InteractionPage,
  type InteractionStore,
  type ListedInteraction,
  type Measured,
  type Ref,
  type View,
} from './store.ts';
export { createTranscriptStore, type TranscriptStore } from './transcript-store.ts';
