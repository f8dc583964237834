import { z } from 'zod';
import { queryInteger } from '../../../http/fields.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';
import { keptIn, questionText, storedAnswer } from '../document-chats/index.ts';

export const questionBody = z.object({
  question: questionText,
  conversation_id: keptIn,
});

export const conversationId = z.object({
  conversation_id: queryInteger(1, Number.MAX_SAFE_INTEGER),
});

const message = z.object({
  uuid: z.string(),
  role: z.enum(['user', 'assistant']),
  content: z.string(),
  sent_at: z.string(),
  /** Set for answers; null for messages written by people and programs. */
  answer: z
    .object({
      /** Whether the document contains the answer; if not, the sources are the closest passages. */
      is_found: z.boolean(),
      by: storedAnswer.shape.by,
      /** "page 7", "section Prices", "sheet 2026, row 12" or "at 1:02", and the text there. */
      sources: z.array(
        z.object({
          place: z.string(),
          text: z.string(),
          /** The page that `GET …/pages` returns for it; null for recordings and answers of earlier versions. */
          page_number: z.number().int().nullable(),
        }),
      ),
    })
    .nullable(),
});

export type Message = z.output<typeof message>;

const conversation = z.object({
  conversation_id: z.number().int(),
  document_uuid: z.string().nullable(),
  title: z.string(),
  started_at: z.string(),
  last_message_at: z.string(),
  message_count: z.number().int(),
});

export const conversationList = z.object({
  conversations: z.array(conversation),
  total: z.number().int(),
  limit: z.number().int(),
  offset: z.number().int(),
});

export const wholeConversation = conversation.extend({ messages: z.array(message) });

export const exchange = z.object({ conversation_id: z.number().int(), messages: z.array(message) });

nameSchemas({
  DocumentQuestion: questionBody,
  DocumentExchange: exchange,
  DocumentMessage: message,
  DocumentConversation: conversation,
  DocumentConversationList: conversationList,
  DocumentConversationDetail: wholeConversation,
});
