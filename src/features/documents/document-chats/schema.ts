import { z } from 'zod';
import { agentTimeField } from '../../../http/agent-time.ts';
import { bodyId, linesOf, oneLine, queryInteger } from '../../../http/fields.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';

export const maxContentCharacters = 20_000;
const maxTitleCharacters = 200;
export const maxQuestionCharacters = 2000;

const id = queryInteger(1, Number.MAX_SAFE_INTEGER);

export const conversationId = z.object({ conversation_id: id });

/** Chat that stores a question and its answer; if absent, they are not stored. */
export const keptIn = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER).nullish();

/** A question about a document or a recording. */
export const questionText = linesOf(maxQuestionCharacters);

export const newConversation = z.object({
  kb_document_id: bodyId.nullish(),
  title: z
    .string()
    .max(maxTitleCharacters)
    .nullish()
    .transform((value) => {
      const line = oneLine(value ?? '');
      return line === '' ? undefined : line;
    }),
});

export const newMessage = z.object({
  conversation_id: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
  role: z.enum(['user', 'assistant']),
  content: linesOf(maxContentCharacters),
});

export type NewMessageBody = z.output<typeof newMessage>;

/** Data stored with the text of an answer. */
export const storedAnswer = z.object({
  isFound: z.boolean(),
  by: z.enum(['text', 'model']),
  sources: z.array(z.object({ place: z.string(), text: z.string(), part: z.number().optional() })).readonly(),
});

export type StoredAnswer = z.output<typeof storedAnswer>;

export const historyQuery = z.object({ limit: queryInteger(1, 1000).default(100) });

const times = { started_at: agentTimeField, last_message_at: agentTimeField };

const shared = { id: z.number().int(), user_id: z.string(), title: z.string(), ...times };

const message = z.object({
  id: z.string(),
  role: z.enum(['user', 'assistant']),
  content: z.string(),
  timestamp: agentTimeField,
});

export const addedMessage = message.extend({ conversation_id: z.number().int() });

export const removed = z.object({ success: z.boolean(), message: z.string() });

const historyItem = { id: z.number().int(), fileName: z.string(), analyzedAt: agentTimeField, duration: z.string() };

/** Responses of the two agents, which differ only in the names of a few fields. */
export const shapes = {
  ocr: {
    conversation: z.object({ ...shared, document_id: z.string().optional() }),
    whole: z.object({
      ...shared,
      document_id: z.string().optional(),
      document: z
        .object({
          document_id: z.string(),
          company_name: z.string().nullable(),
          report_year: z.number().int().nullable(),
        })
        .nullable(),
      messages: z.array(message),
    }),
    history: z.array(z.object({ ...historyItem, documentId: z.string().nullable() })),
  },
  audio: {
    conversation: z.object({ ...shared, kb_document_id: z.string().nullable(), is_active: z.boolean() }),
    whole: z.object({
      ...shared,
      kb_document_id: z.string().nullable(),
      is_active: z.boolean(),
      audio: z.object({ kb_document_id: z.string(), file_name: z.string() }).nullable(),
      messages: z.array(message),
    }),
    history: z.array(z.object({ ...historyItem, kbDocumentId: z.string().nullable() })),
  },
} as const;

nameSchemas({
  NewDocumentChat: newConversation,
  NewDocumentChatMessage: newMessage,
  DocumentChatMessage: message,
  AddedDocumentChatMessage: addedMessage,
  RemovedDocumentChat: removed,
  OcrChat: shapes.ocr.conversation,
  OcrChatDetail: shapes.ocr.whole,
  OcrChatSummary: shapes.ocr.history.element,
  AudioChat: shapes.audio.conversation,
  AudioChatDetail: shapes.audio.whole,
  AudioChatSummary: shapes.audio.history.element,
});
