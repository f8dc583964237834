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
    const detail = 'Your organisation has reached its quota of 1 MiB for uploaded recordings. Delete some first.';
    expect(await upload()).toMatchObject({ status: 409, body: { detail } });
    expect((await ask('DELETE', `/api/calls/${first.body.id}`)).status).toBe(204);
    expect((await upload()).status).toBe(202);
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
