export { resultOrRefusal as given } from './refusal.ts';
export { type ConversationAgent, registerConversationRoutes } from './routes.ts';
export { keptIn, questionText, storedAnswer } from './schema.ts';
export { type Conversations, createConversations } from './service.ts';
export { type ConversationRow, createConversationStore, type MessageRow } from './store.ts';
