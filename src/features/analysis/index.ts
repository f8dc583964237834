/** What other wings use of this one. */

export { turnsOfGiven } from './call-analysis/turns.ts';
export { givenPerson, isOnAgentsSide, notOnAgentsSide } from './call-analysis/upload-schema.ts';
export { addDefaultScorecard } from './extraction-fields/default-scorecard.ts';
export { type ExtractionField, type NewField, newField } from './extraction-fields/schema.ts';
export type { ExtractionFieldStore } from './extraction-fields/store.ts';
export type { InteractionFilter, View } from './interactions/conditions-store.ts';
export {
  analysisOf,
  editsOf,
  type InteractionRow,
  keyDetailsOf,
  type StoredAnalysis,
  scoreGroup,
} from './interactions/record.ts';
export type { RunConversation, RunInteractions } from './interactions/run-interaction-store.ts';
export type { InteractionStore, Ref } from './interactions/store.ts';
