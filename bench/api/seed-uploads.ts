import { createHash, randomUUID } from 'node:crypto';
import { and, eq, gt, like } from 'drizzle-orm';
import { type Database, forOrganisation, localOrganisation } from '../../src/data/index.ts';
import type { Transcript } from '../../src/transcripts/transcript.ts';

const rowsAtOnce = 200;
const storedAt = '2019-03-01T12:30:00.000Z';

/** Stores uploads that were transcribed but never analysed. Returns their transcripts by uuid. */
export async function seedUploads(
  database: Database,
  { count, calledAt, transcriptOf }: { count: number; calledAt: string; transcriptOf: (index: number) => Transcript },
): Promise<Map<string, Transcript>> {
  const { interactions, transcripts } = database.tables;
  const said = new Map<string, Transcript>();
  for (let from = 0; from < count; from += rowsAtOnce) {
    const some = Array.from({ length: Math.min(rowsAtOnce, count - from) }, (_, offset) => {
      const transcript = withWords(transcriptOf(from + offset));
      return { ...rowOf(randomUUID(), from + offset), calledAt, durationMs: transcript.at(-1)?.endMs ?? 0, transcript };
    });
    for (const { uuid, transcript } of some) said.set(uuid, transcript);
    const rows = some.map(({ transcript: _, ...row }) => row);
    const turns = some.map(({ uuid, transcript }) => ({
      interactionUuid: uuid,
      turns: transcript,
      updatedAt: storedAt,
    }));
    await forOrganisation(database, localOrganisation).tx(async (queries) => {
      await queries.insert(interactions, rows);
      await queries.insert(transcripts, turns);
    });
  }
  return said;
}

/** Adds word times to turns, as a recogniser does. */
const withWords = (transcript: Transcript): Transcript =>
  transcript.map((turn) => {
    const texts = turn.text.split(/\s+/).filter(Boolean);
    const each = (turn.endMs - turn.startMs) / Math.max(1, texts.length);
    const at = (index: number): number => Math.round(turn.startMs + index * each);
    return {
      ...turn,
      words: texts.map((text, index) => ({ text, startMs: at(index), endMs: at(index + 1), confidence: 0.9 })),
    };
  });

const rowOf = (uuid: string, index: number) => ({
  uuid,
  source: 'upload' as const,
  status: 'completed' as const,
  connected: true,
  edits: {},
  search: `caller ${index}`,
  agentName: 'Maya',
  customerName: `Caller ${index}`,
  // The file does not exist: a transcription would fail.
  recordingDigest: createHash('sha256').update(uuid).digest('hex'),
  recordingName: `${index}.wav`,
  createdAt: storedAt,
  updatedAt: storedAt,
});

/** Returns the number of seeded uploads analysed since. */
export function countAnalysed(database: Database): Promise<number> {
  const { interactions } = database.tables;
  const where = and(eq(interactions.status, 'completed'), gt(interactions.updatedAt, storedAt));
  return forOrganisation(database, localOrganisation).read.count(interactions, where);
}

/** Returns the number of transcripts written since and transcription jobs. */
export async function countTranscribed(database: Database): Promise<number> {
  const { jobs, transcripts } = database.tables;
  const { read } = forOrganisation(database, localOrganisation);
  const asked = await database.system.read.select().from(jobs).where(like(jobs.kind, 'interactions.transcribe%'));
  return asked.length + (await read.count(transcripts, gt(transcripts.updatedAt, storedAt)));
}
