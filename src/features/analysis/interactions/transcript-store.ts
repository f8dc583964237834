import { setImmediate as breathe } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { type Database, forOrganisation, type OrganisationId, type TenantQueries } from '../../../data/index.ts';
import {
  speakers,
  type Transcript,
  type Turn,
  transcript as transcriptSchema,
} from '../../../transcripts/transcript.ts';
import { type Found, foundIn, type Term } from './words-said.ts';

/** Transcripts of ended conversations, by the uuid of the interaction. */
export interface TranscriptStore {
  /** Stores the transcripts of new interactions, in the caller's transaction. */
  add(
    queries: TenantQueries,
    added: readonly { readonly interactionUuid: string; readonly transcript: Transcript }[],
    at: Date,
  ): Promise<void>;
  /** Stores the transcript, or replaces the existing one and its translation, in the caller's transaction. */
  put(queries: TenantQueries, interactionUuid: string, transcript: Transcript, at: Date): Promise<void>;
  get(organisation: OrganisationId, interactionUuid: string): Promise<Transcript | undefined>;
  /** Same as `get`, in the caller's transaction. */
  in(queries: TenantQueries, interactionUuid: string): Promise<Transcript | undefined>;
  /**
   * Stores the translation that an analysis used, turn by turn, in the caller's transaction; null if it used the
   * transcript itself.
   */
  putEnglish(queries: TenantQueries, interactionUuid: string, english: Transcript | null): Promise<void>;
  /** Returns the place of each conversation that has the most terms, by the uuid of the interaction. */
  excerpts(
    organisation: OrganisationId,
    interactionUuids: readonly string[],
    terms: readonly Term[],
  ): Promise<ReadonlyMap<string, Found>>;
  /** Returns the transcript, and the translation that the last analysis used. */
  asRead(
    organisation: OrganisationId,
    interactionUuid: string,
  ): Promise<{ readonly transcript: Transcript; readonly english: Transcript | null } | undefined>;
}

const excerptsAtOnce = 5;

/** Without the times of words, which make up most of a transcript. */
const spokenTurns = z.array(z.object({ speaker: z.enum(speakers), text: z.string() }));

export function createTranscriptStore(database: Database): TranscriptStore {
  const { transcripts } = database.tables;
  async function find(read: Pick<TenantQueries, 'select'>, interactionUuid: string): Promise<Transcript | undefined> {
    const [row] = await read.select(transcripts, eq(transcripts.interactionUuid, interactionUuid));
    return row && transcriptSchema.parse(row.turns);
  }

  return {
    add: (queries, added, at) =>
      queries.insert(
        transcripts,
        added.map(({ interactionUuid, transcript }) => ({
          interactionUuid,
          turns: transcript,
          english: null,
          updatedAt: at.toISOString(),
        })),
      ),
    async put(queries, interactionUuid, transcript, at) {
      const row = { turns: transcript, english: null, updatedAt: at.toISOString() };
      const changed = await queries.update(transcripts, row, eq(transcripts.interactionUuid, interactionUuid));
      if (changed === 0) await queries.insert(transcripts, [{ ...row, interactionUuid }]);
    },
    get: (organisation, interactionUuid) => find(forOrganisation(database, organisation).read, interactionUuid),
    in: find,
    async putEnglish(queries, interactionUuid, english) {
      const texts = english === null ? null : english.map(({ text }) => text);
      await queries.update(transcripts, { english: texts }, eq(transcripts.interactionUuid, interactionUuid));
    },
    async excerpts(organisation, interactionUuids, terms) {
      const { read } = forOrganisation(database, organisation);
      const { interactionUuid, turns } = transcripts;
      const places = new Map<string, Found>();
      for (let at = 0; at < interactionUuids.length; at += excerptsAtOnce) {
        // Transcripts of long calls take a while to read: other requests get their turn.
        if (at > 0) await breathe();
        const some = interactionUuids.slice(at, at + excerptsAtOnce);
        const rows = await read.pickAmong(transcripts, { interactionUuid, turns }, interactionUuid, some);
        for (const row of rows) {
          const place = foundIn(spokenTurns.parse(row.turns), terms);
          if (place !== undefined) places.set(row.interactionUuid, place);
        }
      }
      return places;
    },
    async asRead(organisation, interactionUuid) {
      const { read } = forOrganisation(database, organisation);
      const [row] = await read.select(transcripts, eq(transcripts.interactionUuid, interactionUuid));
      if (row === undefined) return undefined;
      const transcript = transcriptSchema.parse(row.turns);
      const texts = row.english as readonly string[] | null;
      return { transcript, english: texts && transcript.map((turn, index) => inEnglish(turn, texts[index])) };
    },
  };
}

/** Word times and offsets belong to the original text. */
const inEnglish = (turn: Turn, text: string | undefined): Turn => ({ ...turn, text: text || turn.text, words: [] });
