export { registerMemberRoutes } from './routes.ts';
export { createMembers, type Members } from './service.ts';
export { createMemberStore } from './store.ts';
