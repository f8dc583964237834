export { registerLanguageModelRoutes } from './routes.ts';
export { createLanguageModelSetting, type LanguageModelSetting } from './service.ts';
