export { registerTextChatRoutes } from './routes.ts';
export { type ChatPlan, createTextChats, roomForTests, type TextChats } from './service.ts';
