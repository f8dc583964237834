export { registerScenarioRoutes, unknownScenario } from './routes.ts';
export { type Criterion, createRubrics } from './rubrics.ts';
export { newScenario, type Scenario, scenario as scenarioSchema } from './schema.ts';
export { createScenarios, type Scenarios } from './service.ts';
export { createScenarioStore } from './store.ts';
