import type { components } from './api.d.ts';
import { answerTo, client } from './client.ts';

export type ChatReply = components['schemas']['TextChatReply'];

const ofUuid = (uuid: string) => ({ params: { path: { uuid } } });

/** Starts a chat. Returns the agent's greeting too. */
export const startChat = (agentUuid: string) =>
  answerTo(client.POST('/api/voice/agents/{uuid}/text-chats', ofUuid(agentUuid)));
export const sendMessage = (chatUuid: string, text: string) =>
  answerTo(client.POST('/api/voice/text-chats/{uuid}/messages', { ...ofUuid(chatUuid), body: { text } }));
