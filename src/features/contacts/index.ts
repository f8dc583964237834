export { registerContactRoutes } from './routes.ts';
export { createContacts } from './service.ts';
export { createContactStore } from './store.ts';
