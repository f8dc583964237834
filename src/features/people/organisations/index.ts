export { registerOwnOrganisationRoutes } from './own-routes.ts';
export { registerOrganisationRoutes } from './routes.ts';
export { createOrganisations, type Organisations } from './service.ts';
export { createOrganisationStore, type OrganisationStore } from './store.ts';
export { createZones, type Zones } from './zone-store.ts';
