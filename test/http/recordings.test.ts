import { describe, expect, test } from 'vitest';
import { ofCall } from '../of-call.ts';
import { begin, get, headers } from './stored-calls.ts';
import { addMember, openTestApp, type TestApp } from './test-app.ts';

const recordingUrl = async (app: TestApp, callUuid: string): Promise<string> =>
  (await get(app, `/v1/calls/${callUuid}`)).recording_url as string;

describe('recordings over HTTP', () => {
  test('need a token, which is valid for one call and an hour and is not logged', async () => {
    const clock = { ms: Date.parse('2026-03-01T12:00:00Z') };
    const app = await openTestApp({ now: () => new Date(clock.ms) });
    const [{ callUuid }, other] = [await begin(app, 'c-1'), await begin(app, 'c-2')];
    const { recordings } = app.fake.ports();
    for (const uuid of [callUuid, other.callUuid]) await recordings.write(ofCall(uuid), 8000, new Int16Array(1600));
    const url = await recordingUrl(app, callUuid);
    expect(url).toMatch(
      new RegExp(`^http://127\\.0\\.0\\.1:8080/api/voice/calls/${callUuid}/recording\\?token=[A-Za-z0-9._-]+$`),
    );
    const status = async (asked: string) =>
      (await app.http.inject({ url: asked, headers: { ...headers, authorization: '' } })).statusCode;
    expect(await status(url)).toBe(200);
    const token = new URLSearchParams(url.split('?')[1]).get('token') as string;
    const [organisation, user, until, signature] = token.split('.') as [string, string, string, string];
    for (const bad of [
      '',
      'x',
      `${organisation}.${user}.${until}.${signature.slice(0, -1)}`,
      `${organisation}.${user}.zzzzzzzz.${signature}`,
      `${organisation}.${organisation}.${until}.${signature}`,
      `00000000-0000-4000-8000-0000000000ff.${user}.${until}.${signature}`,
      `${organisation}.${until}.${signature}`,
      app.admin,
    ])
      expect(await status(`/api/voice/calls/${callUuid}/recording?token=${bad}`), bad).toBe(
        bad === app.admin ? 400 : 401,
      );
    expect(await status(`/api/voice/calls/${callUuid}/recording`)).toBe(401);
    expect(await status(`/api/voice/calls/${other.callUuid}/recording?token=${token}`)).toBe(401);
    expect(await status(`/v1/calls/${callUuid}?token=${token}`)).toBe(401);
    const asBearer = { ...headers, authorization: `Bearer ${token}` };
    expect((await app.http.inject({ url: '/v1/calls', headers: asBearer })).statusCode).toBe(401);
    clock.ms += 3_599_000;
    expect(await status(url)).toBe(200);
    clock.ms += 1000;
    expect(await status(url)).toBe(401);
    expect(JSON.stringify(app.logged)).not.toContain(signature);
  });

  test('are unavailable under a link of a user who has left', async () => {
    const app = await openTestApp();
    const { callUuid } = await begin(app, 'c-1');
    await app.fake.ports().recordings.write(ofCall(callUuid), 8000, new Int16Array(1600));
    const member = await addMember(app);
    const asked = { url: `/v1/calls/${callUuid}`, headers: { ...headers, authorization: `Bearer ${member.token}` } };
    const url = (await app.http.inject(asked)).json().recording_url as string;
    const status = async (url: string) =>
      (await app.http.inject({ url, headers: { ...headers, authorization: '' } })).statusCode;
    expect(await status(url)).toBe(200);
    const removed = await app.http.inject({ method: 'DELETE', url: `/api/auth/members/${member.userUuid}` });
    expect(removed.statusCode).toBe(204);
    expect(await status(url)).toBe(401);
    expect(await status(await recordingUrl(app, callUuid))).toBe(200);
  });

  test('are served completely and in ranges, also during the call', async () => {
    const app = await openTestApp();
    const { callUuid } = await begin(app);
    expect((await get(app, `/v1/calls/${callUuid}`)).recording_url).toBeNull();
    await app.fake.ports().recordings.write(ofCall(callUuid), 8000, new Int16Array(1600).fill(257));
    const url = await recordingUrl(app, callUuid);
    const wav = `${url}&format=wav`;
    const whole = await app.http.inject({ url: wav, headers });
    expect(whole.headers['content-type']).toBe('audio/wav');
    expect(whole.rawPayload).toHaveLength(44 + 3200);
    expect(whole.rawPayload.toString('latin1', 0, 4)).toBe('RIFF');
    const part = await app.http.inject({ url: wav, headers: { ...headers, range: 'bytes=40-47' } });
    expect(part.statusCode).toBe(206);
    expect(part.headers['content-range']).toBe('bytes 40-47/3244');
    expect([...part.rawPayload]).toEqual([0x80, 0x0c, 0, 0, 1, 1, 1, 1]);
    expect((await app.http.inject({ url: wav, headers: { ...headers, range: 'bytes=9999-' } })).statusCode).toBe(416);
  });

  test('are MP3 unless WAV is requested, completely and in ranges, and partial during a call', async () => {
    const app = await openTestApp();
    const { callUuid } = await begin(app);
    const { recordings } = app.fake.ports();
    await recordings.write(ofCall(callUuid), 8000, new Int16Array(2 * 8000 * 2).fill(257));
    const url = await recordingUrl(app, callUuid);
    const part = await app.http.inject({ url, headers });
    expect([part.statusCode, part.headers['content-type']]).toEqual([200, 'audio/mpeg']);
    await recordings.write(ofCall(callUuid), 8000, new Int16Array(8 * 8000 * 2).fill(257));
    await recordings.finish(ofCall(callUuid));
    const asked = await app.http.inject({ url, headers: { ...headers, accept: '*/*' } });
    expect(asked.rawPayload.length).toBeGreaterThan(2 * part.rawPayload.length);
    expect(asked.statusCode, asked.body).toBe(200);
    expect(asked.headers).toMatchObject({ 'content-type': 'audio/mpeg', vary: 'accept', 'accept-ranges': 'bytes' });
    const accepted = await app.http.inject({ url, headers: { ...headers, accept: 'audio/mpeg', range: 'bytes=0-3' } });
    expect(accepted.statusCode).toBe(206);
    expect(accepted.rawPayload).toEqual(asked.rawPayload.subarray(0, 4));
    const preferred = await app.http.inject({ url, headers: { ...headers, accept: 'audio/wav, */*;q=0.1' } });
    expect(preferred.headers['content-type']).toBe('audio/wav');
    const wav = await app.http.inject({ url: `${url}&format=wav`, headers: { ...headers, accept: 'audio/mpeg' } });
    expect(wav.headers['content-type']).toBe('audio/wav');
    expect((await app.http.inject({ url: `${url}&format=ogg`, headers })).statusCode).toBe(400);
  });

  test('have the server’s public address in their link', async () => {
    const app = await openTestApp({ env: { PUBLIC_BASE_URL: 'https://calls.example.com' } });
    const { callUuid } = await begin(app);
    await app.fake.ports().recordings.write(ofCall(callUuid), 8000, new Int16Array(16));
    const url = await recordingUrl(app, callUuid);
    expect(url).toMatch(/^https:\/\/calls\.example\.com\/api\/voice\/calls\//);
    expect((await get(app, '/v1/calls')).calls[0]?.recording_url).toMatch(/^https:\/\/calls\.example\.com\//);
  });

  test('that fail raise an alarm on the call', async () => {
    const app = await openTestApp();
    const { callUuid } = await begin(app);
    const { recordings } = app.fake.ports();
    expect(await recordings.write(ofCall(callUuid), 8000, new Int16Array(16))).toBe(true);
    expect(await recordings.write(ofCall(callUuid), 16_000, new Int16Array(16))).toBe(false);
    expect((await get(app, `/v1/calls/${callUuid}?events=1`)).events).toMatchObject([
      { type: 'alarm', code: 'recording_failed' },
    ]);
  });
});
