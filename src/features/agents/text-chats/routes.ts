import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { viewerOf } from '../../../http/identity.ts';
import { Problem } from '../../../http/problem.ts';
import * as schema from './schema.ts';
import type { Chatted, TextChats } from './service.ts';

const tags = ['agents'];
const access = { scopes: ['voice:calls:write'] } as const;

export function registerTextChatRoutes(app: FastifyInstance, chats: TextChats): void {
  app.route<{ Params: z.output<typeof schema.agentUuid>; Body: schema.NewChatBody }>({
    method: 'POST',
    url: '/api/voice/agents/:uuid/text-chats',
    config: {
      access,
      limit: { perMinute: 30 },
      audit: 'none',
      errors: { unavailable: 'The agent engine did not answer.' },
    },
    schema: {
      summary: 'Starts a text chat with an agent and returns its greeting.',
      description:
        'The agent answers as in a call, with its persona and its documents. `tools` says what happens when it calls a tool. The chat is not stored: this server keeps it in memory until it has been idle for 15 minutes. Each person has at most 3 chats; a fourth ends the oldest.',
      tags,
      params: schema.agentUuid,
      body: schema.newChat,
      response: { 201: schema.chatReply },
    },
    handler: async (request, reply) => {
      const { uuid } = request.params;
      const opened = await chats.open(viewerOf(request), uuid, request.body);
      return reply.code(201).send(replied(opened, `Agent ${uuid} does not exist, or does not have this version.`));
    },
  });

  app.route<{ Params: z.output<typeof schema.chatUuid>; Body: schema.MessageBody }>({
    method: 'POST',
    url: '/api/voice/text-chats/:uuid/messages',
    config: {
      access,
      limit: { perMinute: 60 },
      audit: 'none',
      errors: {
        conflict: 'The reply to the previous message is not ready.',
        unavailable: 'The agent engine did not answer. The chat is over.',
      },
    },
    schema: {
      summary: 'Sends a message of at most 500 characters in a text chat, and returns the reply.',
      tags,
      params: schema.chatUuid,
      body: schema.message,
      response: { 200: schema.chatReply },
    },
    handler: async (request) => {
      const { uuid } = request.params;
      const gone = `Text chat ${uuid} does not exist, or is over. Start a new one.`;
      return replied(await chats.message(viewerOf(request), uuid, request.body.text), gone);
    },
  });
}

function replied(chatted: Chatted, unknown: string): schema.ChatReply {
  switch (chatted.kind) {
    case 'replied':
      return chatted.reply;
    case 'unknown':
      throw new Problem('not_found', unknown);
    case 'busy':
      throw new Problem('conflict', 'The agent is still preparing its reply to the previous message. Wait for it.');
    case 'own_full':
    case 'full':
    case 'failed':
      throw new Problem('unavailable', 'The agent engine did not answer. Start a new chat.');
  }
}
