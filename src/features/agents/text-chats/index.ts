export { registerTextChatRoutes } from './routes.ts';
export { type ChatPlan, createTextChats, type RecordChat, roomForTests, type TextChats } from './service.ts';
