import { z } from 'zod';
import { lineOf } from '../../../http/fields.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';

export const agentUuid = z.object({ uuid: z.uuid() });
export const chatUuid = z.object({ uuid: z.uuid() });

/** What happens when the agent calls a tool. */
const toolUse = z.enum(['off', 'simulate', 'read']).default('off').meta({
  description:
    '`off`: every tool fails. `simulate`: every tool seems to succeed, and nothing is sent. `read`: tools that only read run, and those that write are simulated.',
});
export const newChat = z
  .object({
    tools: toolUse,
    agent_version: z.number().int().min(1).max(1_000_000_000).optional().meta({
      description: 'The version of the agent to test, such as its `draft_version`. The current one if omitted.',
    }),
    campaign_uuid: z.uuid().optional().meta({
      description: 'A campaign of this agent, whose steps and settings the agent follows. None if omitted.',
    }),
  })
  .prefault({});
export type NewChatBody = z.output<typeof newChat>;
export type ToolUse = z.output<typeof toolUse>;

const maxTextCharacters = 500;

export const message = z.object({ text: lineOf(maxTextCharacters) });
export type MessageBody = z.output<typeof message>;

export const chatReply = z.object({
  chat_uuid: z.string(),
  /** The agent's reply; empty if it says nothing. */
  text: z.string(),
  /** True if the agent has ended or transferred the conversation. */
  ended: z.boolean(),
  /** The tools that the agent called for this reply, in order. */
  tools: z.array(
    z.object({
      name: z.string(),
      arguments: z.record(z.string(), z.unknown()),
      ok: z.boolean(),
      result: z.string(),
      /** True if nothing was sent. */
      simulated: z.boolean(),
    }),
  ),
  /** Steps that the reply began and branches that it took, in order; absent if none. */
  path: z.array(z.object({ step: z.string(), branch: z.number().int().exactOptional() })).exactOptional(),
  /** Name of the agent that took over in this reply; absent if none. */
  handed_to: z.string().exactOptional(),
  /** Who answered, why another one did not, and the tokens of it; null if no engine says so. */
  usage: z
    .object({
      /** Name of the connection or model; null for the embedded agent. */
      answered_by: z.string().nullable(),
      /** Why the first model did not reply, such as `llm_timeout`. */
      failure: z.string().nullable(),
      /** The words of its server, if it refused. */
      refusal: z.string().nullable(),
      prompt_tokens: z.number().int(),
      completion_tokens: z.number().int(),
      unreported_requests: z.number().int(),
    })
    .nullable(),
});
export type ChatReply = z.output<typeof chatReply>;

nameSchemas({
  TextChatReply: chatReply,
  NewTextChatMessage: message,
});
