import { z } from 'zod';
import { agentTimeField } from '../../../http/agent-time.ts';
import { requiredId } from '../../../http/fields.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';
import { keptIn, questionText } from '../document-chats/index.ts';

export const health = z.object({ status: z.literal('healthy'), service: z.literal('audio_agent') });

const documentId = requiredId('kb_document_id is required');

export const documentBody = z.object({ kb_document_id: documentId });

export const processed = z.object({
  message: z.string(),
  already_processed: z.boolean(),
  kb_document_id: z.string(),
  transcript: z.string(),
  /** UTC, without a zone, as the agents' API formats times. */
  processed_date: agentTimeField.optional(),
});

export const reparsed = z.object({
  message: z.string(),
  reparsed: z.literal(true),
  kb_document_id: z.string(),
  transcript: z.string(),
});

export const questionBody = z.object({
  question: questionText,
  kb_document_id: documentId,
  conversation_id: keptIn,
});

export const answer = z.object({ answer: z.string(), kb_document_id: z.string() });

nameSchemas({
  AudioAgentHealth: health,
  AudioDocument: documentBody,
  AudioProcessing: processed,
  AudioReparsing: reparsed,
  AudioQuestion: questionBody,
  AudioAnswer: answer,
});
