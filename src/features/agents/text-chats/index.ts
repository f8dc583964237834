export { registerTextChatRoutes } from './routes.ts';
export { type ChatPlan, createTextChats } from './service.ts';
