export { registerApiKeyRoutes } from './routes.ts';
export { scope } from './schema.ts';
export { type ApiKeys, createApiKeys } from './service.ts';
export { createApiKeyStore } from './store.ts';
