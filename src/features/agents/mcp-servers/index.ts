export { registerMcpServerRoutes } from './routes.ts';
export { createMcpServers } from './service.ts';
export { createMcpServerStore } from './store.ts';
