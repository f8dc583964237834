export type { AgentFilesOptions } from './bringing.ts';
export { createGallery } from './gallery.ts';
export { registerAgentFileRoutes } from './routes.ts';
export { createAgentFiles } from './service.ts';
export { createAgentPartStore } from './store.ts';
export type { Stores } from './stores.ts';
export { createAgentSuites } from './suite-store.ts';
