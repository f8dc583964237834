import { z } from 'zod';
import { lineOf } from '../../http/fields.ts';

export const agentUuid = z.object({ uuid: z.uuid() });
export const chatUuid = z.object({ uuid: z.uuid() });

const maxTextCharacters = 500;

export const message = z.object({ text: lineOf(maxTextCharacters) });
export type MessageBody = z.output<typeof message>;

export const chatReply = z.object({
  chat_uuid: z.string(),
  /** What the agent says. Empty where it says nothing. */
  text: z.string(),
  /** The agent has ended the conversation, or transferred it. */
  ended: z.boolean(),
});
chatReply.register(z.globalRegistry, { id: 'TextChatReply' });
export type ChatReply = z.output<typeof chatReply>;
