export { createLanguageModels } from './language-models.ts';
export { registerAnalysisSettingRoutes } from './routes.ts';
export { type AnalysisSettings, createAnalysisSettings } from './service.ts';
export { type AnalysisSettingStore, createAnalysisSettingStore } from './store.ts';
