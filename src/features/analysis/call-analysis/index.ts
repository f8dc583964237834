export { createBulk } from './bulk.ts';
export { registerBulkRoutes } from './bulk-routes.ts';
export { createBulkStore } from './bulk-store.ts';
export { createFacts, createKnown } from './facts-store.ts';
export { createFetching } from './fetch.ts';
export { createIntake } from './intake.ts';
export { createModelPass } from './model-pass.ts';
export { createPreview } from './preview.ts';
export { registerPreviewRoutes } from './preview-routes.ts';
export { registerUploadRecording } from './recording-routes.ts';
export { registerCallAnalysisRoutes } from './routes.ts';
export { type CallFilters, callFilters } from './schema.ts';
export { type CallAnalysis, createCallAnalysis } from './service.ts';
export { createTranslation } from './translation.ts';

export { registerUploadRoutes } from './upload-routes.ts';
export { createAnalysisWork } from './work.ts';
