import { eq } from 'drizzle-orm';
import { type Database, forOrganisation, type OrganisationId, type TenantQueries } from '../../data/index.ts';
import { type Transcript, transcript as transcriptSchema } from '../../transcripts/transcript.ts';

/** Transcripts of ended conversations, by the uuid of the interaction. */
export interface TranscriptStore {
  /** In the caller's transaction: stores the transcript, or replaces the one that is there. */
  put(queries: TenantQueries, interactionUuid: string, transcript: Transcript, at: Date): Promise<void>;
  get(organisation: OrganisationId, interactionUuid: string): Promise<Transcript | undefined>;
  /** The same in the caller's transaction. */
  in(queries: TenantQueries, interactionUuid: string): Promise<Transcript | undefined>;
}

export function createTranscriptStore(database: Database): TranscriptStore {
  const { transcripts } = database.tables;
  async function find(read: Pick<TenantQueries, 'select'>, interactionUuid: string): Promise<Transcript | undefined> {
    const [row] = await read.select(transcripts, eq(transcripts.interactionUuid, interactionUuid));
    return row && transcriptSchema.parse(row.turns);
  }

  return {
    async put(queries, interactionUuid, transcript, at) {
      const row = { turns: transcript, updatedAt: at.toISOString() };
      const changed = await queries.update(transcripts, row, eq(transcripts.interactionUuid, interactionUuid));
      if (changed === 0) await queries.insert(transcripts, [{ ...row, interactionUuid }]);
    },
    get: (organisation, interactionUuid) => find(forOrganisation(database, organisation).read, interactionUuid),
    in: find,
  };
}
