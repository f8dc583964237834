export { registerApiKeyRoutes } from './routes.ts';
export { type ApiKeys, createApiKeys } from './service.ts';
export { createApiKeyStore } from './store.ts';
