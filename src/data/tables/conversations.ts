import type { Columns } from '../columns.ts';

const agents = ['ocr', 'audio'] as const;

export const conversationTables = (c: Columns) => ({
  conversationNumbers: c.table('conversation_numbers', {
    organisationId: c.text('organisation_id').primaryKey(),
    lastNumber: c.integer('last_number').notNull(),
  }),
  conversations: c.table('conversations', {
    uuid: c.text('uuid').primaryKey(),
    organisationId: c.text('organisation_id').notNull(),
    /** Public number of the chat, unique within its organisation. */
    number: c.integer('number').notNull(),
    agent: c.text('agent', { enum: agents }).notNull(),
    userUuid: c.text('user_uuid').notNull(),
    /** Null for a chat about no document. */
    documentUuid: c.text('document_uuid'),
    title: c.text('title').notNull(),
    startedAt: c.text('started_at').notNull(),
    lastMessageAt: c.text('last_message_at').notNull(),
    messageCount: c.integer('message_count').notNull(),
  }),
  conversationMessages: c.table('conversation_messages', {
    uuid: c.text('uuid').primaryKey(),
    organisationId: c.text('organisation_id').notNull(),
    conversationUuid: c.text('conversation_uuid').notNull(),
    /** From 1, in chronological order. */
    position: c.integer('position').notNull(),
    role: c.text('role', { enum: ['user', 'assistant'] }).notNull(),
    content: c.text('content').notNull(),
    sentAt: c.text('sent_at').notNull(),
    /** Sources of an assistant message. */
    answer: c.json('answer'),
  }),
  /** Long-running work on a document: for each kind, the open run or the last one. */
  documentRuns: c.table(
    'document_runs',
    {
      organisationId: c.text('organisation_id').notNull(),
      documentUuid: c.text('document_uuid').notNull(),
      kind: c.text('kind', { enum: agents }).notNull(),
      /** The job that executes the run. */
      jobUuid: c.text('job_uuid').notNull(),
      status: c.text('status', { enum: ['open', 'done', 'failed'] }).notNull(),
      errorCode: c.text('error_code'),
      error: c.text('error'),
      beganAt: c.text('began_at').notNull(),
      endedAt: c.text('ended_at'),
    },
    (table) => [c.primaryKey({ columns: [table.documentUuid, table.kind] })],
  ),
});
