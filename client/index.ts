export type { Levels } from './call/levels.ts';
export {
  type Conversation,
  type ConversationOptions,
  type ConversationState,
  type ConversationTrouble,
  createConversation,
} from './website/conversation.ts';
export type { ChatLine } from './website/lines.ts';
export type { WebsiteAgent } from './website/requests.ts';
