import { expect, test } from 'vitest';
import { mono, onEachDatabase, openAnalysis, scriptedTranscriber } from './analysis-app.ts';

const half = Buffer.concat([mono, Buffer.alloc(600 * 1024)]);

onEachDatabase('the quota of uploaded recordings', ({ place }) => {
  test('is of one organisation, and deleting an upload makes room', async () => {
    const { transcriber } = scriptedTranscriber();
    const { ask, settled } = await openAnalysis(await place(), transcriber, { UPLOADS_PER_ORGANISATION_MB: '1' });
    const upload = () => ask('POST', '/api/uploads', { file: half, fields: {} });
    const first = await upload();
    expect(first.status).toBe(202);
    await settled(first.body.id);
    const detail =
      'Your organisation has reached its quota of 1 MiB for uploaded recordings and clips of voices. Delete some first.';
    expect(await upload()).toMatchObject({ status: 409, body: { detail } });
    expect((await ask('DELETE', `/api/calls/${first.body.id}`)).status).toBe(204);
    expect((await upload()).status).toBe(202);
  });

  test('admits as many parallel uploads as fit', async () => {
    const { transcriber } = scriptedTranscriber();
    const { ask } = await openAnalysis(await place(), transcriber, { UPLOADS_PER_ORGANISATION_MB: '1' });
    const third = Buffer.concat([mono, Buffer.alloc(300 * 1024 - mono.length)]);
    const people = ['admin', 'mate', 'admin', 'mate', 'admin'] as const;
    const answers = await Promise.all(people.map((as) => ask('POST', '/api/uploads', { as, file: third, fields: {} })));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 202, 202, 409, 409]);
    const awaiting = await Promise.all([1, 2].map(() => ask('POST', '/api/calls', { body: {} })));
    const rest = Buffer.concat([mono, Buffer.alloc(100 * 1024 - mono.length)]);
    const put = await Promise.all(
      awaiting.map(({ body }) => ask('PUT', `/api/calls/${body.id}/recording`, { file: rest })),
    );
    expect(put.map(({ status }) => status).sort()).toEqual([202, 409]);
  });

  test('an M4A without its index is reported as truncated', async () => {
    const { ask } = await openAnalysis(await place());
    const box = (type: string, body: Buffer) => {
      const head = Buffer.alloc(8);
      head.writeUInt32BE(8 + body.length);
      head.write(type, 4, 'latin1');
      return Buffer.concat([head, body]);
    };
    const file = Buffer.concat([box('ftyp', Buffer.from('M4A \0\0\0\0M4A ')), box('mdat', Buffer.alloc(5000))]);
    expect(await ask('POST', '/api/uploads', { file, fields: {} })).toMatchObject({
      status: 400,
      body: { detail: 'The file is an MP4 or M4A without its index: it was cut short. Upload it whole.' },
    });
  });
});
