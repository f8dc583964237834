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

interface ChatOptions {
  readonly tools: ToolUse;
  /** The version to test; the current one if undefined. */
  readonly version: number | undefined;
  /** The campaign whose steps the agent follows; none if undefined. */
  readonly campaign: string | undefined;
}

/** Starts a chat. Returns the agent's greeting too. */
export const startChat = (agentUuid: string, { tools, version, campaign }: ChatOptions) =>
  answerTo(
    client.POST('/api/voice/agents/{uuid}/text-chats', {
      ...ofUuid(agentUuid),
      body: {
        tools,
        ...(version === undefined ? {} : { agent_version: version }),
        ...(campaign === undefined ? {} : { campaign_uuid: campaign }),
      },
    }),
  );
export const sendMessage = (chatUuid: string, text: string) =>
  answerTo(client.POST('/api/voice/text-chats/{uuid}/messages', { ...ofUuid(chatUuid), body: { text } }));
