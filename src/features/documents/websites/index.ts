export { createWebsiteReading } from './reading.ts';
export { registerWebsiteRoutes } from './routes.ts';
export { createWebsites, type Websites } from './service.ts';
export { createWebsiteStore } from './store.ts';
