import type { Columns } from '../columns.ts';
import type { OrganisationId } from '../organisation.ts';

export const voiceTables = (c: Columns) => ({
  /** Settings of the whole installation, by name. */
  deploymentSettings: c.table('deployment_settings', {
    name: c.text('name').primaryKey(),
    value: c.json('value').notNull(),
    updatedAt: c.text('updated_at').notNull(),
  }),
  /** Voices cloned from a reference clip. */
  speakers: c.table('speakers', {
    uuid: c.text('uuid').primaryKey(),
    organisationId: c.text('organisation_id').notNull().$type<OrganisationId>(),
    name: c.text('name').notNull(),
    language: c.text('language').notNull(),
    description: c.text('description').notNull(),
    deployed: c.flag('deployed').notNull(),
    voiceSampleUuid: c.text('voice_sample_uuid'),
    voice: c.json('voice').notNull(),
    mimeType: c.text('mime_type').notNull(),
    sizeBytes: c.integer('size_bytes').notNull(),
    digest: c.text('digest').notNull(),
    consent: c.json('consent').notNull(),
    createdAt: c.text('created_at').notNull(),
  }),
  /** Audition clips. */
  voiceSamples: c.table('voice_samples', {
    uuid: c.text('uuid').primaryKey(),
    organisationId: c.text('organisation_id').notNull().$type<OrganisationId>(),
    speaker: c.text('speaker').notNull(),
    languageCode: c.text('language_code').notNull(),
    provider: c.text('provider').notNull(),
    model: c.text('model').notNull(),
    durationMs: c.integer('duration_ms').notNull(),
    sizeBytes: c.integer('size_bytes').notNull(),
    digest: c.text('digest').notNull(),
    createdAt: c.text('created_at').notNull(),
  }),
  voiceSampleRuns: c.table('voice_sample_runs', {
    uuid: c.text('uuid').primaryKey(),
    organisationId: c.text('organisation_id').notNull().$type<OrganisationId>(),
    startedAt: c.text('started_at').notNull(),
    finishedAt: c.text('finished_at'),
    error: c.text('error'),
  }),
  /** An organisation's words and their pronunciation, as phonemes or respelled. */
  pronunciations: c.table('pronunciations', {
    uuid: c.text('uuid').primaryKey(),
    organisationId: c.text('organisation_id').notNull().$type<OrganisationId>(),
    word: c.text('word').notNull(),
    /** The word normalised for comparison. */
    wordKey: c.text('word_key').notNull(),
    phonemes: c.text('phonemes'),
    respelling: c.text('respelling'),
    createdAt: c.text('created_at').notNull(),
  }),
  /** Additional clips with their transcripts. */
  speakerSamples: c.table('speaker_samples', {
    uuid: c.text('uuid').primaryKey(),
    organisationId: c.text('organisation_id').notNull().$type<OrganisationId>(),
    speakerUuid: c.text('speaker_uuid').notNull(),
    durationMs: c.integer('duration_ms').notNull(),
    sizeBytes: c.integer('size_bytes').notNull(),
    transcript: c.text('transcript').notNull(),
    digest: c.text('digest').notNull(),
    createdAt: c.text('created_at').notNull(),
  }),
});
