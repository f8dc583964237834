export { registerProofRoutes } from './routes.ts';
export { createProofs } from './service.ts';
export { createProofStore } from './store.ts';
