import { setImmediate as breathe } from 'node:timers/promises';
import { and, eq, inArray, isNotNull, type SQL } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { type Database, personalTables, type TenantQueries } from '../../../data/index.ts';
import type { FileHolder, FileReferences } from '../../../files/index.ts';
import type { RemovedUploadKeys } from './removed-upload-key-store.ts';

/** Numbers of removed items, by kind. */
export type RemovedCounts = Readonly<Record<string, number>>;

export interface RemovedRows {
  readonly counts: RemovedCounts;
  /** Files that the rows held. Remove those that nothing else holds, once the transaction is committed. */
  readonly digests: readonly string[];
}

/** Deletes everything that is stored about conversations and contacts, in the caller's transaction. */
export interface RemovalStore {
  /**
   * Deletes conversations (calls, uploads and runs) with their events, transcripts and analyses, and the practice
   * material that was made from them.
   */
  conversations(queries: TenantQueries, uuids: readonly string[]): Promise<RemovedRows>;
  contacts(queries: TenantQueries, uuids: readonly string[]): Promise<RemovedCounts>;
}

type Kind = 'contact' | 'call' | 'persona' | 'run';
type KeyedTable = SQLiteTable & { readonly organisationId: SQLiteColumn };

/** Whether files of each kind are removed with a conversation. */
const areRemoved: Readonly<Record<FileHolder['kind'], boolean>> = {
  call_recording: true,
  interaction: true,
  practice_run: true,
  // Released when the import ends; an erasure waits for imports.
  contact_import: false,
  kb_document: false,
  speaker: false,
  speaker_sample: false,
  voice_sample: false,
};
const holders = (Object.keys(areRemoved) as FileHolder['kind'][]).filter((kind) => areRemoved[kind]);

export function createRemovalStore(
  database: Database,
  references: FileReferences,
  removedKeys: Pick<RemovedUploadKeys, 'add'>,
): RemovalStore {
  const { tables } = database;
  const { interactions, personas, practiceRuns, scenarios, practiceWordings, transcripts } = tables;

  /** Deletes the rows of these keys from every table of a kind. Returns the number of rows by table. */
  async function deleteFrom(queries: TenantQueries, kind: Kind, keys: readonly string[]) {
    const gone: Record<string, number> = {};
    if (keys.length === 0) return gone;
    for (const [name, data] of Object.entries(personalTables)) {
      if (data.kind !== kind) continue;
      const table = tables[name as keyof typeof tables] as unknown as KeyedTable & Record<string, SQLiteColumn>;
      gone[name] = await queries.delete(table, inArray(table[data.key] as SQLiteColumn, [...keys]));
    }
    return gone;
  }

  /**
   * SQLite takes every word of a transcript out of its index, which takes about 15 ms for a call of 400 words. Other
   * requests get their turn after each.
   */
  async function deleteTranscripts(queries: TenantQueries, uuids: readonly string[]): Promise<number> {
    let count = 0;
    for (const uuid of uuids) {
      count += await queries.delete(transcripts, eq(transcripts.interactionUuid, uuid));
      await breathe();
    }
    return count;
  }

  async function release(queries: TenantQueries, uuids: readonly string[]): Promise<string[]> {
    const digests: string[] = [];
    for (const kind of holders) {
      const held = await references.digestsOf(queries, kind, uuids);
      for (const uuid of held.keys()) digests.push(...(await references.release(queries, { kind, uuid })));
    }
    return digests;
  }

  /** Simulated customers made from these conversations, and the runs with them. */
  async function practiceOf(queries: TenantQueries, uuids: readonly string[]) {
    const personaRows = await queries.pick(
      personas,
      { uuid: personas.uuid },
      inArray(personas.sourceCallUuid, [...uuids]),
    );
    const personaUuids = personaRows.map(({ uuid }) => uuid);
    if (personaUuids.length === 0) return { personaUuids, runUuids: [] };
    const runs = await queries.pick(
      practiceRuns,
      { uuid: practiceRuns.uuid },
      inArray(practiceRuns.personaUuid, personaUuids),
    );
    return { personaUuids, runUuids: runs.map(({ uuid }) => uuid) };
  }

  async function keysOf(queries: TenantQueries, uuids: readonly string[]): Promise<string[]> {
    const { uuid, idempotencyKey } = interactions;
    const where = and(inArray(uuid, [...uuids]), isNotNull(idempotencyKey)) as SQL;
    const rows = await queries.pick(interactions, { idempotencyKey }, where);
    return rows.map((row) => row.idempotencyKey as string);
  }

  return {
    async conversations(queries, uuids) {
      await removedKeys.add(queries, await keysOf(queries, uuids));
      const { personaUuids, runUuids } = await practiceOf(queries, uuids);
      const all = [...uuids, ...runUuids];
      const digests = await release(queries, all);
      const madeCount =
        personaUuids.length === 0 ? 0 : await queries.count(scenarios, inArray(scenarios.personaUuid, personaUuids));
      const transcriptCount = await deleteTranscripts(queries, all);
      const run = await deleteFrom(queries, 'run', runUuids);
      await deleteFrom(queries, 'persona', personaUuids);
      // Wordings are made again for the customers that remain.
      if (personaUuids.length > 0) await queries.delete(practiceWordings, queries.own(practiceWordings));
      const gone = await deleteFrom(queries, 'call', all);
      const runs = run.practiceRuns ?? 0;
      return {
        digests,
        counts: {
          calls: gone.calls ?? 0,
          events: gone.callEvents ?? 0,
          uploads: Math.max(0, (gone.interactions ?? 0) - (gone.calls ?? 0) - runs),
          transcripts: transcriptCount,
          recordings: new Set(digests).size,
          scenarios: madeCount,
          runs,
        },
      };
    },
    async contacts(queries, uuids) {
      const gone = await deleteFrom(queries, 'contact', uuids);
      return { contacts: gone.contacts ?? 0 };
    },
  };
}
