import { and, asc, eq, type InferSelectModel, ne } from 'drizzle-orm';
import { type Database, forOrganisation, type Tables, type TenantQueries } from '../../../data/index.ts';
import type { DocumentOwner } from '../documents/index.ts';

export type Transcript = InferSelectModel<Tables['audioTranscripts']>;
export type StoredSentence = Omit<
  InferSelectModel<Tables['audioSentences']>,
  'organisationId' | 'documentUuid' | 'jobUuid'
>;

/** Key of the sentences of one run of a document. */
export interface RunOf {
  readonly documentUuid: string;
  readonly jobUuid: string;
}

export interface AudioStore {
  /** The caller must have checked that the document belongs to the owner. */
  find(owner: DocumentOwner, documentUuid: string): Promise<Transcript | undefined>;
  /** Returns the sentences in order. */
  sentences(owner: DocumentOwner, jobUuid: string): Promise<StoredSentence[]>;
  addSentences(queries: TenantQueries, run: RunOf, sentences: readonly StoredSentence[]): Promise<void>;
  /** Replaces the sentences of the document with those of a run. */
  put(queries: TenantQueries, transcript: Omit<Transcript, 'organisationId'>): Promise<void>;
  /** Deletes the sentences of a failed run. */
  drop(queries: TenantQueries, jobUuid: string): Promise<void>;
}

const rowsAtOnce = 500;

export function createAudioStore(database: Database): AudioStore {
  const { audioTranscripts, audioSentences } = database.tables;
  const reads = ({ organisationId }: DocumentOwner) => forOrganisation(database, organisationId).read;

  return {
    async find(owner, documentUuid) {
      return (await reads(owner).select(audioTranscripts, eq(audioTranscripts.documentUuid, documentUuid)))[0];
    },
    async sentences(owner, jobUuid) {
      const orderBy = [asc(audioSentences.position)];
      return reads(owner).select(audioSentences, eq(audioSentences.jobUuid, jobUuid), { orderBy });
    },
    async addSentences(queries, run, sentences) {
      for (let at = 0; at < sentences.length; at += rowsAtOnce) {
        const rows = sentences.slice(at, at + rowsAtOnce).map((sentence) => ({ ...sentence, ...run }));
        await queries.insert(audioSentences, rows);
      }
    },
    async put(queries, transcript) {
      const { documentUuid, jobUuid } = transcript;
      const others = and(eq(audioSentences.documentUuid, documentUuid), ne(audioSentences.jobUuid, jobUuid));
      await queries.delete(audioSentences, others!);
      await queries.delete(audioTranscripts, eq(audioTranscripts.documentUuid, documentUuid));
      await queries.insert(audioTranscripts, [transcript]);
    },
    async drop(queries, jobUuid) {
      await queries.delete(audioSentences, eq(audioSentences.jobUuid, jobUuid));
    },
  };
}
