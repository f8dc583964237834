export { registerSplitRoutes } from './routes.ts';
export type { Results } from './schema.ts';
export { createSplitChooser, createSplits } from './service.ts';
