export { registerJudgeRoutes } from './routes.ts';
export { createJudgeQuality } from './service.ts';
export { createJudgeQualityStore } from './store.ts';
