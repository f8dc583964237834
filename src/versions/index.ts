export { changedFields, differenceOf, type FieldDifference } from './difference.ts';
export { accepts, type Definition, type Edit, tagOf, type VersionConflict } from './edit.ts';
export { createHistory, type History, type LastChange, type Subject } from './history-store.ts';
export {
  type FlowCoverage,
  flowCoverage,
  type PassRate,
  type ProofResult,
  type ProvenSuite,
  passRate,
  proofResult,
  provenSuite,
} from './proof.ts';
export { rebased } from './rebase.ts';
export { createVersionStore, type Version, type VersionStore, type VersionSummary } from './store.ts';
