export { createAddressCheck } from './addresses.ts';
export { type ChosenModels, createChosenModels } from './chosen-model.ts';
export { type AnsweredTurns, createModelReports, type ModelReports } from './model-reports.ts';
export { registerModelConnectionRoutes } from './routes.ts';
export { createSealedParts } from './sealed-part.ts';
export { createConnections } from './service.ts';
export { createConnectionStore } from './store.ts';
export { createTrials } from './trial.ts';
