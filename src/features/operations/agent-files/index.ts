export { createGallery } from './gallery.ts';
export { registerAgentFileRoutes } from './routes.ts';
export { type AgentFilesOptions, createAgentFiles } from './service.ts';
export { createAgentPartStore } from './store.ts';
export type { Stores } from './stores.ts';
export { createAgentSuites } from './suite-store.ts';
