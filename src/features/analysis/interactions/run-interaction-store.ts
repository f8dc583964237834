import { eq } from 'drizzle-orm';
import type { Database, TenantQueries } from '../../../data/index.ts';
import { searchTextOf } from '../../../transcripts/search-text.ts';
import type { Transcript } from '../../../transcripts/transcript.ts';
import { participantsIn } from './participants-store.ts';
import type { TranscriptStore } from './transcript-store.ts';

/** The transcript of a practice run. */
export interface RunConversation {
  /** Uuid of the run. */
  readonly uuid: string;
  /** `practice`: a person spoke as the agent. */
  readonly source: 'practice' | 'simulation';
  readonly flowUuid: string | null;
  readonly voiceAgentUuid: string | null;
  readonly agentUserUuid: string | null;
  /** Name of the persona. */
  readonly customerName: string;
  readonly languageCode: string;
  readonly calledAt: string;
  readonly turns: Transcript;
}

export type RunInteractions = ReturnType<typeof createRunInteractions>;

/**
 * Stores interactions of practice runs, in the transactions of the runs. They are never analysed, because a judge
 * scores them.
 */
export function createRunInteractions(options: {
  readonly database: Database;
  readonly transcripts: TranscriptStore;
  readonly now: () => Date;
}) {
  const { database, transcripts, now } = options;
  const { interactions } = database.tables;
  return {
    /** Stores the conversation, or replaces that of an earlier attempt at the run. */
    async put(queries: TenantQueries, { turns, ...run }: RunConversation): Promise<void> {
      const { flowUuid, customerName } = run;
      const { languageCode: _, ...agent } = (await participantsIn(queries, database, [run]))(run);
      const at = now().toISOString();
      const about = { customerName, customerPhone: null, ...agent };
      const set = {
        ...({ uuid: run.uuid, source: run.source, connected: true, status: 'completed', direction: null } as const),
        flowUuid,
        contactUuid: null,
        ...about,
        languageCode: run.languageCode,
        calledAt: run.calledAt,
        durationMs: Math.max(0, ...turns.map(({ endMs }) => Math.round(endMs))),
        search: searchTextOf({ ...about, summary: null }),
        updatedAt: at,
      };
      const ofRun = eq(interactions.uuid, run.uuid);
      if ((await queries.update(interactions, set, ofRun)) === 0)
        await queries.insert(interactions, [{ ...set, edits: {}, createdAt: at }]);
      await transcripts.put(queries, run.uuid, turns, now());
    },
    /** Adds the judge's summary. */
    async summarise(queries: TenantQueries, uuid: string, summary: string): Promise<void> {
      const { customerName, customerPhone, agentName } = interactions;
      const ofInteraction = eq(interactions.uuid, uuid);
      const [row] = await queries.pick(interactions, { customerName, customerPhone, agentName }, ofInteraction);
      if (row === undefined) return;
      const search = searchTextOf({ ...row, summary });
      await queries.update(interactions, { summary, search, updatedAt: now().toISOString() }, ofInteraction);
    },
    /** Called when the run is deleted. */
    async remove(queries: TenantQueries, uuid: string): Promise<void> {
      await queries.delete(interactions, eq(interactions.uuid, uuid));
    },
  };
}
