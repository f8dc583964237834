export { registerApiKeyRoutes } from './routes.ts';
export { type ApiKeys, createApiKeys, splitScopes } from './service.ts';
export { createApiKeyStore } from './store.ts';
