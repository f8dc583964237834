export { registerClickToCallHooks, registerClickToCallRoutes } from './routes.ts';
export { type ClickToCall, createClickToCall } from './service.ts';
export { createClickToCallStore } from './store.ts';
