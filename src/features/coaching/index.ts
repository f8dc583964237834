/** What other wings use of this one. */
export { newDocument as newCoachDocument } from './coach-documents/schema.ts';
export type { CoachDocumentStore } from './coach-documents/store.ts';
export { addExamples } from './examples/index.ts';
export { newPersona, type Persona } from './personas/schema.ts';
export type { Personas } from './personas/service.ts';
export type { PersonaStore } from './personas/store.ts';
export { mostProofRuns } from './practice-runs/proof-runs.ts';
export { newScenario, type Scenario } from './scenarios/schema.ts';
export type { Scenarios } from './scenarios/service.ts';
