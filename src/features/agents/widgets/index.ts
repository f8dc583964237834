export { registerPublicWidgetRoutes } from './public-routes.ts';
export { registerWidgetRoutes } from './routes.ts';
export { createWidgets } from './service.ts';
export { createWidgetStore } from './store.ts';
export { createVisits, type WebsiteCall } from './visits.ts';
