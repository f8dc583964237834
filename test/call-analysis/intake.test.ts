import { expect, test } from 'vitest';
import { analysisOnce, mono, onEachDatabase } from './analysis-app.ts';

const conversation = [{ speaker: 'agent', text: 'You are booked for Thursday.', timestamp: 0 }];
const minuteMs = 60_000;
const hence = (ms: number): string => new Date(Date.now() + ms).toISOString();

onEachDatabase('accepting conversations', (database) => {
  const open = analysisOnce(database);

  test('one idempotency key of an upload adds one call, and another file with it is refused', async () => {
    const { ask } = open();
    const post = (file: Buffer) => ask('POST', '/api/uploads', { file, headers: { 'idempotency-key': 'upload-1' } });
    const first = await post(mono);
    expect(first.status).toBe(202);
    expect((await post(mono)).body.uuid).toBe(first.body.uuid);
    expect((await post(Buffer.concat([mono, Buffer.from([0, 0])]))).status).toBe(409);
    expect((await ask('GET', '/api/calls')).body.total).toBe(1);
  });

  test('a call that awaits its recording accepts the bytes of the file as the whole body', async () => {
    const { ask } = open();
    for (const type of ['audio/wav', 'audio/mpeg; codecs=mp3', 'application/octet-stream']) {
      const { id } = (await ask('POST', '/api/calls', { body: {} })).body;
      const put = () => ask('PUT', `/api/calls/${id}/recording`, { body: mono, headers: { 'content-type': type } });
      expect(await put(), type).toMatchObject({ status: 202, body: { id, status: 'pending' } });
      expect((await put()).status, type).toBe(409);
    }
  });

  test('bytes of another kind are refused, and the call still awaits its recording', async () => {
    const { ask } = open();
    const { id } = (await ask('POST', '/api/calls', { body: {} })).body;
    for (const bytes of [Buffer.from('not a recording'), Buffer.alloc(0)]) {
      const headers = { 'content-type': 'audio/wav' };
      expect((await ask('PUT', `/api/calls/${id}/recording`, { body: bytes, headers })).status).toBe(400);
    }
    expect((await ask('GET', `/api/calls/${id}`)).body.status).toBe('awaiting_recording');
    expect((await ask('PUT', `/api/calls/${id}/recording`, { file: mono })).status).toBe(202);
  });

  test('a call of the future is refused everywhere, except for a clock that is a little ahead', async () => {
    const { ask } = open();
    const detail = 'called_at is in the future.';
    for (const called_at of ['2999-01-01', hence(60 * minuteMs)]) {
      expect(await ask('POST', '/api/calls', { body: { called_at } })).toMatchObject({ status: 400, body: { detail } });
      const given = { transcript: conversation, called_at };
      expect((await ask('POST', '/api/v1/sales/calls', { body: given })).body.detail).toBe(detail);
      expect((await ask('POST', '/api/uploads', { file: mono, fields: { called_at } })).body.detail).toBe(detail);
    }
    expect((await ask('GET', '/api/calls')).body.total).toBe(0);
    for (const called_at of [hence(minuteMs), hence(0).slice(0, 10), '2026-01-31'])
      expect((await ask('POST', '/api/calls', { body: { called_at } })).status, called_at).toBe(201);
  });
});
