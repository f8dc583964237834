export { type DraftScenario, draftOf, type SourceCall } from './draft.ts';
export { registerCallScenarioRoutes } from './routes.ts';
export { createCallScenarios } from './service.ts';
