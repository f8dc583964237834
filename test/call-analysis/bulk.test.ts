import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { heardOf, recording } from '../../bench/trials/analysis-recordings.ts';
import { analysisOnce, mono, onEachDatabase, openAnalysis, scriptedTranscriber } from './analysis-app.ts';

type Part = readonly [field: string, name: string, bytes: Buffer | string];

function form(parts: readonly Part[]) {
  const pieces = parts.flatMap(([field, name, bytes]) => [
    Buffer.from(`--edge\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\n\r\n`),
    Buffer.from(bytes),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...pieces, Buffer.from('--edge--\r\n')]);
}

type Open = Awaited<ReturnType<typeof openAnalysis>>;

async function send({ http }: Open, parts: readonly Part[], as = 'admin') {
  const answer = await http.inject({
    method: 'POST',
    url: '/api/uploads/bulk',
    payload: form(parts),
    headers: { authorization: `Bearer ${as}`, 'content-type': 'multipart/form-data; boundary=edge' },
  });
  return { status: answer.statusCode, body: answer.json() };
}

const wav = (index: number, field = 'files'): Part => [field, `${index}.wav`, recording(index)];

onEachDatabase('bulk uploads', (database) => {
  const open = analysisOnce(database);

  test('accept each valid item, name each invalid one, and analyse identical audio once', async () => {
    const { script, transcriber } = scriptedTranscriber();
    const app = open(transcriber);
    script.hear = async () => [[0, 'Hello there.']];
    const manifest = [
      'File;Agent_Name;direction;called_at;customer_phone;Mood',
      '0.wav;Ravi;inbound;2026-03-01;+12025550111',
      '1.wav;Mia;sideways;;',
      'none.wav;;;;',
      '3.wav;;;;not a number',
      '0.wav;Mia;outbound;;',
    ].join('\r\n');
    const { status, body } = await send(app, [
      wav(0),
      wav(1),
      ['manifest', 'm.csv', `\ufeff${manifest}`],
      wav(2),
      ['files', 'text.wav', 'not a sound'],
      ['files', 'empty.wav', ''],
      ['files', 'again.wav', recording(2)],
      wav(3),
    ]);
    expect(status).toBe(202);
    expect(body.calls.map(({ file, duplicate }: { file: string; duplicate: boolean }) => [file, duplicate])).toEqual([
      ['0.wav', false],
      ['2.wav', false],
      ['again.wav', true],
      ['3.wav', false],
    ]);
    expect(body.calls[1].id).toBe(body.calls[2].id);
    expect(body.errors.map(({ file, row }: { file: string; row: number | null }) => [file, row])).toEqual([
      ['text.wav', null],
      ['empty.wav', null],
      [null, null],
      ['none.wav', 3],
      ['0.wav', 5],
      ['1.wav', 2],
      ['3.wav', 4],
    ]);
    expect(body.errors.find(({ file }: { file: string }) => file === '1.wav').detail).toContain('direction');
    expect(body.errors.at(-1).detail).toMatch(/^customer_phone .*The recording was accepted without it\.$/);
    expect(body.errors[4].detail).toBe('Row 1 describes this file; this row is ignored.');
    expect(body.errors[2].detail).toBe('The manifest has columns that are ignored: "mood".');
    expect(body).toMatchObject({ status: 'processing', total: 3 });
    const progress = async (as?: 'mate' | 'stranger') =>
      app.ask('GET', `/api/uploads/${body.upload_id}`, as === undefined ? {} : { as });
    await expect.poll(async () => (await progress()).body.status).toBe('completed');
    expect((await progress()).body).toMatchObject({ total: 3, completed: 3, failed: 0 });
    expect(script.asked).toHaveLength(3);
    const first = (await app.ask('GET', `/api/calls/${body.calls[0].id}`)).body;
    expect(first).toMatchObject({
      agent: { name: 'Ravi' },
      direction: 'inbound',
      called_at: '2026-03-01T00:00:00.000Z',
      customer: { phone: '+12025550111' },
    });
    expect((await app.ask('GET', '/api/calls')).body.total).toBe(3);
    expect((await progress('stranger')).status).toBe(404);
    expect((await app.ask('GET', `/api/uploads/${randomUUID()}`)).status).toBe(404);
  });

  test('of a hundred files are accepted at once, in order', async () => {
    const { script, transcriber } = scriptedTranscriber();
    const app = open(transcriber);
    script.hear = () => new Promise(() => {});
    const parts = Array.from({ length: 100 }, (_, index) => wav(index, index % 2 === 0 ? 'file' : 'files'));
    const { status, body } = await send(app, parts);
    expect([status, body.calls.length, body.errors]).toEqual([202, 100, []]);
    expect(body.calls.map(({ file }: { file: string }) => file)).toEqual(parts.map(([, name]) => name));
    expect(heardOf(recording(7).length)).toContain('7');
  });

  test('that are invalid as a whole store nothing', async () => {
    const app = await openAnalysis(await database.place());
    const bad: (readonly Part[])[] = [
      [],
      [['manifest', 'm.csv', 'file\n']],
      [['other', 'a.wav', mono]],
      [wav(0), ['manifest', 'm.csv', 'name\na']],
      [wav(0), ['manifest', 'm.csv', Buffer.from([0xff, 0xfe, 0xff])]],
      [wav(0), ['manifest', 'm.csv', 'file\n"broken']],
      [wav(0), ['manifest', 'm.csv', 'file'], ['manifest', 'n.csv', 'file']],
      [wav(0), ['manifest', 'm.csv', `file\n${'x'.repeat(2 ** 20)}`]],
      Array.from({ length: 101 }, (_, index) => wav(index)),
    ];
    for (const parts of bad) {
      const { status, body } = await send(app, parts);
      expect(
        [status, typeof body.detail],
        JSON.stringify(parts.map(([field, name]) => [field, name])).slice(0, 80),
      ).toEqual([400, 'string']);
    }
    expect((await app.ask('POST', '/api/uploads/bulk', { body: {} })).status).toBe(400);
    expect((await app.ask('GET', '/api/calls')).body.total).toBe(0);
    const { fileReferences } = app.database.tables;
    expect(await app.database.system.read.select().from(fileReferences)).toEqual([]);
  });
});
