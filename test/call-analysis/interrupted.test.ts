import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { mono, onEachDatabase, openAnalysis, scriptedTranscriber } from './analysis-app.ts';

const untilStopped = ({ signal }: { readonly signal: AbortSignal }) =>
  new Promise<[]>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

onEachDatabase('an interrupted transcription', ({ place }) => {
  test('is pending again when its worker died, and completed by the next one', async () => {
    const { script, transcriber } = scriptedTranscriber();
    const at = await place();
    const { ask, settled, database } = await openAnalysis(at, transcriber);
    script.hear = untilStopped;
    const { body } = await ask('POST', '/api/uploads', { file: mono });
    const status = async () => (await ask('GET', `/api/calls/${body.id}`)).body.status;
    await expect.poll(status).toBe('transcribing');
    // As another process that is dead would have left it.
    await expect.poll(() => script.asked.length).toBe(1);
    script.hear = async () => [[0, 'Hello.']];
    const { jobs } = database.tables;
    const seen: string[] = [];
    await database.system.tx((queries) =>
      queries.update(jobs).set({ owner: 'nobody', token: 99 }).where(eq(jobs.kind, 'interactions.transcribe')),
    );
    await expect.poll(async () => seen.push(await status()) > 0 && seen.at(-1)).not.toBe('transcribing');
    expect(['pending', 'completed']).toContain(seen.at(-1));
    expect(await settled(body.id)).toMatchObject({ status: 'completed', error: null });
  });

  test('fails with its reason once it was interrupted too often', async () => {
    const { script, transcriber } = scriptedTranscriber();
    const { ask, settled, database } = await openAnalysis(await place(), transcriber);
    script.hear = untilStopped;
    const { body } = await ask('POST', '/api/uploads', { file: mono });
    const status = async () => (await ask('GET', `/api/calls/${body.id}`)).body.status;
    await expect.poll(status).toBe('transcribing');
    const { jobs } = database.tables;
    await database.system.tx((queries) =>
      queries
        .update(jobs)
        .set({ owner: 'nobody', token: 99, attempts: 12 })
        .where(eq(jobs.kind, 'interactions.transcribe')),
    );
    const error = 'The transcription was interrupted too often. Retry it.';
    expect(await settled(body.id)).toMatchObject({ status: 'failed', error });
  });

  test('is pending between attempts of a recogniser that fails', async () => {
    const { script, transcriber } = scriptedTranscriber();
    const { ask, database } = await openAnalysis(await place(), transcriber);
    script.hear = async () => ({ kind: 'fault', code: 'failed', detail: '' });
    const { body } = await ask('POST', '/api/uploads', { file: mono });
    const { interactions, jobs } = database.tables;
    await expect
      .poll(async () => (await database.system.read.select().from(jobs).where(eq(jobs.status, 'delayed'))).length)
      .toBe(1);
    const [row] = await database.system.read.select().from(interactions).where(eq(interactions.uuid, body.uuid));
    expect(row?.status).toBe('pending');
  });
});
