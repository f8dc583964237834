import { expect, test } from 'vitest';
import { onEachDatabase } from '../data/databases.ts';
import { addMember, lineNumber, openTestApp, type TestApp } from '../http/test-app.ts';

const url = '/api/settings/model-routing';
const unset = { enabled: false, url: null };

async function planOf(app: TestApp, callUuid: string) {
  const query = { CallUUID: callUuid, From: '+15550001111', To: lineNumber };
  const { body } = await app.http.inject({ url: '/api/voice/webhooks/telephony_a/answer', query });
  const token = /telephony_a\/([\w-]+)</.exec(body)?.[1] ?? '';
  return (await app.fake.ports().plans.claim(token, 'telephony_a')) ?? expect.unreachable('no plan');
}

onEachDatabase('model routing', ({ place }) => {
  const opened = async () => {
    const { dataDir, databaseUrl } = await place();
    const app = await openTestApp({ dataDir, env: databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl } });
    const patch = async (payload: object, headers = {}) =>
      (await app.http.inject({ method: 'PATCH', url, payload, headers })) as { statusCode: number; json(): unknown };
    return { app, patch };
  };

  test('is read by members, changed by superadmins, and used by the next call', async () => {
    const { app, patch } = await opened();
    const { token } = await addMember(app);
    const headers = { authorization: `Bearer ${token}` };
    const standard = { stt_model: 'gpu', diarization: unset, embedding: unset, vllm: unset };
    expect((await app.http.inject({ url, headers })).json()).toEqual(standard);
    expect((await patch({ stt_model: 'speech_a' }, headers)).statusCode).toBe(403);
    expect((await planOf(app, 'before')).recogniser).toBeUndefined();

    const vllm = { enabled: true, url: 'http://gpu.internal:8000/v1' };
    expect((await patch({ stt_model: 'speech_a', vllm })).json()).toEqual({ ...standard, stt_model: 'speech_a', vllm });
    expect((await planOf(app, 'after')).recogniser).toBe('speech_a');
    expect((await patch({ vllm: { enabled: false } })).json()).toMatchObject({ vllm: { ...vllm, enabled: false } });
    expect((await patch({ vllm: { url: null } })).json()).toMatchObject({ stt_model: 'speech_a', vllm: unset });

    const health = (await app.http.inject({ url: '/health' })).json();
    expect(health.model_routing).toEqual({
      ...{ stt_model: 'speech_a', diarization: false, embedding: false, vllm: false },
      speech_providers: ['platform'],
    });
  });

  test('rejects an invalid change and keeps the routing', async () => {
    const { app, patch } = await opened();
    const before = (await app.http.inject({ url })).json();
    for (const body of [
      { stt_model: 'whisper' },
      { diarization: { enabled: true } },
      { embedding: { url: 'ftp://gpu' } },
      { vllm: { url: 'http://user:pass@gpu/v1' } },
      { vllm: { enabled: 'yes' } },
      { vllm: 'http://gpu/v1' },
    ])
      expect((await patch(body)).statusCode, JSON.stringify(body)).toBe(400);
    expect((await app.http.inject({ url })).json()).toEqual(before);
  });
});
