import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { agentTime } from '../../../http/agent-time.ts';
import { organisationOf, userOf } from '../../../http/identity.ts';
import { Problem } from '../../../http/problem.ts';
import type { DocumentOwner } from '../documents/index.ts';
import { notFound, resultOrRefusal } from './refusal.ts';
import * as schema from './schema.ts';
import { type Conversations, maxMessages } from './service.ts';
import type { ConversationKey, ConversationRow, HistoryRow, MessageRow } from './store.ts';

type Whole = { readonly [Kind in keyof typeof schema.shapes]: z.output<(typeof schema.shapes)[Kind]['whole']> };

/** Agent-specific parts of the chat routes. */
export type ConversationAgent = AgentOf<'ocr', 'document'> | AgentOf<'audio', 'audio'>;

interface AgentOf<Kind extends keyof Whole, About extends string> {
  readonly kind: Kind;
  /** Path prefix of the agent's routes. */
  readonly base: string;
  readonly tag: string;
  /** Throws the agent's error if this person cannot chat about the document. */
  check(owner: DocumentOwner, documentUuid: string): Promise<void>;
  /** Returns the document's data in a chat's response. */
  about(owner: DocumentOwner, documentUuid: string): Promise<Whole[Kind][About & keyof Whole[Kind]]>;
}

type One = { Params: z.output<typeof schema.conversationId> };

const ownerOf = (request: FastifyRequest): DocumentOwner => ({
  organisationId: organisationOf(request),
  userUuid: userOf(request),
});

const errors = { not_found: 'The chat does not exist or is not yours.' } as const;

/** Registers the routes under `{base}/conversations`. A chat is only accessible to the person it belongs to. */
export function registerConversationRoutes(
  app: FastifyInstance,
  conversations: Conversations,
  agent: ConversationAgent,
): void {
  registerCreate(app, conversations, agent);
  registerMessages(app, conversations, agent);
  registerHistory(app, conversations, agent);
  registerOne(app, conversations, agent);
}

const keyOf = (request: FastifyRequest<One>, { kind }: ConversationAgent): ConversationKey => ({
  owner: ownerOf(request),
  agent: kind,
  number: request.params.conversation_id,
});

function registerCreate(app: FastifyInstance, conversations: Conversations, agent: ConversationAgent): void {
  const { base, tag, kind } = agent;
  app.route<{ Body: z.output<typeof schema.newConversation> }>({
    method: 'POST',
    url: `${base}/conversations/create`,
    config: { access: {}, errors: { not_found: 'The document no longer exists.' } },
    schema: {
      summary: 'Creates a chat, optionally about one of your documents.',
      tags: [tag],
      body: schema.newConversation,
      response: { 201: schema.shapes[kind].conversation },
    },
    handler: async (request, reply) => {
      const owner = ownerOf(request);
      const { kb_document_id, title } = request.body;
      const documentUuid = kb_document_id ?? undefined;
      if (documentUuid !== undefined) await agent.check(owner, documentUuid);
      const created = await conversations.create(owner, kind, { documentUuid, title });
      if (created === undefined) throw new Problem('not_found', `The document ${documentUuid} no longer exists.`);
      return reply.code(201).send(conversationToJson(created));
    },
  });
}

function registerMessages(app: FastifyInstance, conversations: Conversations, agent: ConversationAgent): void {
  const { base, tag } = agent;
  app.route<One & { Body: schema.NewMessageBody }>({
    method: 'POST',
    url: `${base}/conversations/:conversation_id/messages`,
    config: { access: {}, errors: { ...errors, conflict: `The conversation has ${maxMessages} messages.` } },
    schema: {
      summary: 'Adds a user or assistant message to a chat.',
      tags: [tag],
      params: schema.conversationId,
      body: schema.newMessage,
      response: { 201: schema.addedMessage },
    },
    handler: async (request, reply) => {
      const { conversation_id, role, content } = request.body;
      if (conversation_id !== request.params.conversation_id)
        throw new Problem('bad_request', 'conversation_id differs from the one in the path.');
      const added = resultOrRefusal(await conversations.add(keyOf(request, agent), { role, content }));
      return reply.code(201).send({ ...messageToJson(added), conversation_id });
    },
  });
}

function registerHistory(app: FastifyInstance, conversations: Conversations, agent: ConversationAgent): void {
  const { base, tag, kind } = agent;
  app.route<{ Querystring: z.output<typeof schema.historyQuery> }>({
    method: 'GET',
    url: `${base}/conversations/history`,
    config: { access: {} },
    schema: {
      summary: 'Lists your chats with message counts, most recently updated first.',
      tags: [tag],
      querystring: schema.historyQuery,
      response: { 200: schema.shapes[kind].history },
    },
    handler: async (request) => {
      const rows = await conversations.history(ownerOf(request), kind, request.query.limit);
      return rows.map(historyToJson);
    },
  });
}

function registerOne(app: FastifyInstance, conversations: Conversations, agent: ConversationAgent): void {
  const { base, tag, kind } = agent;
  const url = `${base}/conversations/:conversation_id`;
  const params = schema.conversationId;
  app.route<One>({
    method: 'GET',
    url,
    config: { access: {}, errors },
    schema: {
      summary: 'Returns a chat with its messages, oldest first.',
      tags: [tag],
      params,
      response: { 200: schema.shapes[kind].whole },
    },
    handler: async (request) => {
      const key = keyOf(request, agent);
      const { conversation, messages } = resultOrRefusal(await conversations.get(key));
      const { documentUuid } = conversation;
      const about = documentUuid === null ? null : await agent.about(key.owner, documentUuid);
      return {
        ...conversationToJson(conversation),
        [kind === 'ocr' ? 'document' : 'audio']: about,
        messages: messages.map(messageToJson),
      };
    },
  });

  app.route<One>({
    method: 'DELETE',
    url,
    config: { access: {}, errors },
    schema: {
      summary: 'Deletes a chat and its messages.',
      tags: [tag],
      params,
      response: { 200: schema.removed },
    },
    handler: async (request) => {
      if (!(await conversations.remove(keyOf(request, agent)))) throw notFound();
      return { success: true, message: 'The conversation and its messages were deleted.' };
    },
  });
}

const conversationToJson = ({ agent, documentUuid, ...row }: ConversationRow) => ({
  id: row.number,
  user_id: row.userUuid,
  title: row.title,
  started_at: agentTime(row.startedAt),
  last_message_at: agentTime(row.lastMessageAt),
  ...(agent === 'audio'
    ? { kb_document_id: documentUuid, is_active: true }
    : documentUuid === null
      ? {}
      : { document_id: documentUuid }),
});

const historyToJson = ({ agent, documentUuid, documentTitle, ...row }: HistoryRow) => ({
  id: row.number,
  fileName: documentTitle ?? row.title,
  analyzedAt: agentTime(row.lastMessageAt),
  duration: `${row.messageCount} messages`,
  [agent === 'audio' ? 'kbDocumentId' : 'documentId']: documentUuid,
});

const messageToJson = ({ uuid, role, content, sentAt }: MessageRow) => ({
  id: uuid,
  role,
  content,
  timestamp: agentTime(sentAt),
});
