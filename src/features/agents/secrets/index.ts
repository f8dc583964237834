export { registerSecretRoutes } from './routes.ts';
export { createSecrets } from './service.ts';
export { createSecretStore } from './store.ts';
