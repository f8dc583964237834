export { registerPublicAddressRoutes } from './routes.ts';
export { openPublicAddress, type PublicAddress } from './service.ts';
export { createPublicAddressStore } from './store.ts';
