import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Turn } from '../../../answers/index.ts';
import { oneLine, pageQuery } from '../../../http/fields.ts';
import { organisationOf, userOf } from '../../../http/identity.ts';
import { Problem } from '../../../http/problem.ts';
import { type Audio, audioRefusal } from '../audio-transcription/index.ts';
import {
  type ConversationRow,
  type Conversations,
  given,
  type MessageRow,
  storedAnswer,
} from '../document-chats/index.ts';
import { type DocumentOwner, type DocumentRow, type Documents, documentUuid } from '../documents/index.ts';
import { type Ocr, ocrRefusal } from '../ocr/index.ts';
import * as schema from './schema.ts';

type OneDocument = { Params: z.output<typeof documentUuid> };
type Paged = { Querystring: z.output<typeof pageQuery> };

const tags = ['knowledge base'];
/** These routes are for people; programs use those of the agents. */
const access = { keys: false } as const;
const maxTitleCharacters = 80;

export interface QuestionParts {
  readonly documents: Pick<Documents, 'seen'>;
  readonly ocr: Pick<Ocr, 'ask'>;
  readonly audio: Pick<Audio, 'ask'>;
  readonly conversations: Conversations;
}

const ownerOf = (request: FastifyRequest): DocumentOwner => ({
  organisationId: organisationOf(request),
  userUuid: userOf(request),
});

/** Routes for questions about documents and recordings. Chats store them with their answers and sources. */
export function registerQuestionRoutes(app: FastifyInstance, parts: QuestionParts): void {
  registerAsking(app, parts);
  registerConversations(app, parts);
}

async function documentOf({ documents }: QuestionParts, owner: DocumentOwner, uuid: string): Promise<DocumentRow> {
  const document = await documents.seen(owner, uuid);
  if (document === undefined) throw new Problem('not_found', `Document ${uuid} does not exist.`);
  return document;
}

function registerAsking(app: FastifyInstance, parts: QuestionParts): void {
  const { conversations } = parts;
  app.route<OneDocument & { Body: z.output<typeof schema.questionBody> }>({
    method: 'POST',
    url: '/api/kb/documents/:uuid/questions',
    config: {
      access,
      audit: 'none',
      errors: {
        not_found: 'Also returned when the document was not processed, or the chat is about another document.',
        conflict: 'The chat has reached its maximum number of messages.',
      },
    },
    schema: {
      summary: 'Answers a question about a document or recording that you may read, and stores both in a chat.',
      description:
        'Without `conversation_id` a chat is created; with it the question may refer to earlier ones. The answer includes its source sentences and cells, each with a page or time.',
      tags,
      params: documentUuid,
      body: schema.questionBody,
      response: { 200: schema.exchange },
    },
    handler: async (request) => {
      const { uuid } = request.params;
      const { question, conversation_id } = request.body;
      const owner = ownerOf(request);
      const document = await documentOf(parts, owner, uuid);
      const agent = agentOf(document);
      const earlier =
        conversation_id == null
          ? []
          : given(await conversations.turns({ owner, agent, number: conversation_id }, uuid));
      const answer = await answerOf(parts, request, { question, earlier }, document);
      const exchange = { documentUuid: uuid, question, answer };
      const number = conversation_id ?? (await begun(conversations, owner, agent, exchange));
      const added = given(await conversations.exchange({ owner, agent, number }, exchange));
      return { conversation_id: number, messages: added.map((message) => messageToJson(message, agent)) };
    },
  });
}

type Agent = ConversationRow['agent'];

const agentOf = ({ mimeType }: DocumentRow): Agent => (mimeType.startsWith('audio/') ? 'audio' : 'ocr');

async function answerOf(
  { ocr, audio }: QuestionParts,
  request: FastifyRequest<OneDocument>,
  wanted: { readonly question: string; readonly earlier: readonly Turn[] },
  document: DocumentRow,
) {
  const { uuid } = document;
  // The person may read it, so it is read for its owner.
  const owner = { organisationId: organisationOf(request), userUuid: document.userUuid };
  if (agentOf(document) === 'audio') {
    const answer = await audio.ask(owner, uuid, wanted);
    if (answer.kind === 'refused') throw audioRefusal(answer, owner, uuid);
    return answer;
  }
  const reply = await ocr.ask(owner, uuid, wanted);
  if (reply.kind === 'refused') throw ocrRefusal(reply.why, uuid, request.id);
  return reply;
}

/** Creates a chat titled by the start of its question. Returns its number. */
async function begun(
  conversations: Conversations,
  owner: DocumentOwner,
  agent: Agent,
  { documentUuid: uuid, question }: { readonly documentUuid: string; readonly question: string },
): Promise<number> {
  const title = [...oneLine(question)].slice(0, maxTitleCharacters).join('');
  const created = await conversations.create(owner, agent, { documentUuid: uuid, title });
  if (created === undefined) throw new Problem('not_found', `Document ${uuid} does not exist.`);
  return created.number;
}

function registerConversations(app: FastifyInstance, parts: QuestionParts): void {
  const { conversations } = parts;
  app.route<OneDocument & Paged>({
    method: 'GET',
    url: '/api/kb/documents/:uuid/conversations',
    config: { access },
    schema: {
      summary: 'Lists your chats about a document or recording, most recently updated first.',
      tags,
      params: documentUuid,
      querystring: pageQuery,
      response: { 200: schema.conversationList },
    },
    handler: async (request) => {
      const owner = ownerOf(request);
      const { uuid } = await documentOf(parts, owner, request.params.uuid);
      const { rows, total } = await conversations.about(owner, uuid, request.query);
      return { conversations: rows.map(conversationToJson), total, ...request.query };
    },
  });

  app.route<{ Params: z.output<typeof schema.conversationId> }>({
    method: 'GET',
    url: '/api/kb/conversations/:conversation_id',
    config: { access },
    schema: {
      summary: 'Returns a chat about a document or recording with the sources of its answers.',
      tags,
      params: schema.conversationId,
      response: { 200: schema.wholeConversation },
    },
    handler: async (request) => {
      const number = request.params.conversation_id;
      const chat = await conversations.get({ owner: ownerOf(request), number });
      if (chat === undefined) throw new Problem('not_found', `Chat ${number} does not exist.`);
      return {
        ...conversationToJson(chat.conversation),
        messages: chat.messages.map((message) => messageToJson(message, chat.conversation.agent)),
      };
    },
  });
}

const conversationToJson = (row: ConversationRow) => ({
  conversation_id: row.number,
  document_uuid: row.documentUuid,
  title: row.title,
  started_at: row.startedAt,
  last_message_at: row.lastMessageAt,
  message_count: row.messageCount,
});

function messageToJson({ uuid, role, content, sentAt, answer }: MessageRow, agent: Agent): schema.Message {
  const stored = answer === null ? null : storedAnswer.parse(answer);
  return {
    uuid,
    role,
    content,
    sent_at: sentAt,
    answer: stored && {
      is_found: stored.isFound,
      by: stored.by,
      sources: stored.sources.map(({ place, text, part }) => ({
        place,
        text,
        page_number: agent === 'audio' || part === undefined ? null : part + 1,
      })),
    },
  };
}
