export { createFacts } from './facts-store.ts';
export { createIntake } from './intake.ts';
export { registerCallAnalysisRoutes } from './routes.ts';
export { type CallAnalysis, createCallAnalysis } from './service.ts';
export { registerUploadRoutes } from './upload-routes.ts';
export { createAnalysisWork } from './work.ts';
