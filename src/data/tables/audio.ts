import type { Columns } from '../columns.ts';

export const audioTables = (c: Columns) => ({
  audioTranscripts: c.table('audio_transcripts', {
    documentUuid: c.text('document_uuid').primaryKey(),
    organisationId: c.text('organisation_id').notNull(),
    /** The run that it came of; its sentences have it. */
    jobUuid: c.text('job_uuid').notNull(),
    durationMs: c.integer('duration_ms').notNull(),
    fullText: c.text('full_text').notNull(),
    processedAt: c.text('processed_at').notNull(),
  }),
  /** Of the result, and of the run that is open. */
  audioSentences: c.table(
    'audio_sentences',
    {
      organisationId: c.text('organisation_id').notNull(),
      documentUuid: c.text('document_uuid').notNull(),
      jobUuid: c.text('job_uuid').notNull(),
      position: c.integer('position').notNull(),
      startMs: c.integer('start_ms').notNull(),
      endMs: c.integer('end_ms').notNull(),
      /** The end of the stretch that it was recognised in. */
      pieceEndMs: c.integer('piece_end_ms').notNull(),
      text: c.text('text').notNull(),
    },
    (table) => [c.primaryKey({ columns: [table.jobUuid, table.position] })],
  ),
});
