export { registerTextChatRoutes } from './routes.ts';
export { createTextChats } from './service.ts';
