import type { components, paths } from './api.d.ts';
import { answerTo, client } from './client.ts';

/** What happens when the agent calls a tool. */
export type ToolUse = NonNullable<
  NonNullable<
    paths['/api/voice/agents/{uuid}/text-chats']['post']['requestBody']
  >['content']['application/json']['tools']
>;
export type ChatReply = components['schemas']['TextChatReply'];

const ofUuid = (uuid: string) => ({ params: { path: { uuid } } });

/** Starts a chat. Returns the agent's greeting too. */
export const startChat = (agentUuid: string, tools: ToolUse, version: number | null) =>
  answerTo(
    client.POST('/api/voice/agents/{uuid}/text-chats', {
      ...ofUuid(agentUuid),
      body: { tools, ...(version === null ? {} : { agent_version: version }) },
    }),
  );
export const sendMessage = (chatUuid: string, text: string) =>
  answerTo(client.POST('/api/voice/text-chats/{uuid}/messages', { ...ofUuid(chatUuid), body: { text } }));
