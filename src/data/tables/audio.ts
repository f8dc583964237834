import type { Columns } from '../columns.ts';

export const audioTables = (c: Columns) => ({
  audioTranscripts: c.table('audio_transcripts', {
    documentUuid: c.text('document_uuid').primaryKey(),
    organisationId: c.text('organisation_id').notNull(),
    /** The run that produced this transcript. Its sentences have the same job uuid. */
    jobUuid: c.text('job_uuid').notNull(),
    durationMs: c.integer('duration_ms').notNull(),
    fullText: c.text('full_text').notNull(),
    processedAt: c.text('processed_at').notNull(),
  }),
  /** Sentences of the result and of the open run. */
  audioSentences: c.table(
    'audio_sentences',
    {
      organisationId: c.text('organisation_id').notNull(),
      documentUuid: c.text('document_uuid').notNull(),
      jobUuid: c.text('job_uuid').notNull(),
      position: c.integer('position').notNull(),
      startMs: c.integer('start_ms').notNull(),
      endMs: c.integer('end_ms').notNull(),
      /** End of the audio segment in which the sentence was recognised. */
      pieceEndMs: c.integer('piece_end_ms').notNull(),
      text: c.text('text').notNull(),
    },
    (table) => [c.primaryKey({ columns: [table.jobUuid, table.position] })],
  ),
});
