import { z } from 'zod';
import { lineOf } from '../../../http/fields.ts';

export const agentUuid = z.object({ uuid: z.uuid() });
export const chatUuid = z.object({ uuid: z.uuid() });

const maxTextCharacters = 500;

export const message = z.object({ text: lineOf(maxTextCharacters) });
export type MessageBody = z.output<typeof message>;

export const chatReply = z.object({
  chat_uuid: z.string(),
  /** The agent's reply; empty if it says nothing. */
  text: z.string(),
  /** True if the agent has ended or transferred the conversation. */
  ended: z.boolean(),
});
chatReply.register(z.globalRegistry, { id: 'TextChatReply' });
export type ChatReply = z.output<typeof chatReply>;
