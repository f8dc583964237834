import { expect, onTestFinished, test } from 'vitest';
import { openStreamingSpeechServer, type StreamingSpeechOptions } from '../../media/emulator/index.ts';
import { listSpeakers } from '../../media/engines/registry.ts';
import { onEachDatabase } from '../data/databases.ts';
import { openTestApp } from '../http/test-app.ts';

const url = '/api/voice/voice-samples';
const languages = ['en', 'hi', 'bn', 'ta', 'te', 'gu', 'kn', 'ml', 'mr', 'pa', 'or'].map((code) => `${code}-IN`);
const speakers = listSpeakers({ speech_a: { baseUrl: '' } })
  .filter(({ provider }) => provider === 'speech_a')
  .map(({ name }) => name);

onEachDatabase('voice samples', ({ place }) => {
  /** An installation with an emulated server; `restart` ends the process's work at once and begins again on its data. */
  async function opened(options: StreamingSpeechOptions = {}) {
    const server = await openStreamingSpeechServer({ apiKey: 'sesame', speakers, ...options });
    onTestFinished(() => server.close());
    const { dataDir, databaseUrl } = await place();
    const env = {
      SPEECH_A_BASE_URL: server.baseUrl,
      SPEECH_A_API_KEY: 'sesame',
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    };
    let app = await openTestApp({ dataDir, env });
    const ask = async (method: 'GET' | 'POST', path: string, payload?: object) => {
      const answer = await app.http.inject({ method, url: path, ...(payload === undefined ? {} : { payload }) });
      return { status: answer.statusCode, body: answer.json() };
    };
    return {
      server,
      ask,
      raw: (path: string) => app.http.inject({ url: path }),
      ended: () =>
        expect
          .poll(async () => (await ask('GET', `${url}/generate/status`)).body)
          .toEqual({
            running: false,
          }),
      async restart() {
        await app.close();
        app = await openTestApp({ dataDir, env });
      },
    };
  }

  test('a full run of the server has 407 clips, and the default one makes one of each voice', async () => {
    const { server, ask, ended, raw } = await opened();
    const { body: catalog } = await ask('GET', `${url}/catalog`);
    const ofServer = catalog.speakers.filter((one: { provider: string }) => one.provider === 'speech_a');
    expect(ofServer).toHaveLength(37);
    expect(ofServer.reduce((sum: number, one: { languages: string[] }) => sum + one.languages.length, 0)).toBe(407);
    expect(ofServer[0]).toEqual({ name: 'shubh', provider: 'speech_a', model: 'bulbul:v3', languages });

    expect(await ask('GET', url)).toEqual({ status: 200, body: { samples: [] } });
    expect(await ask('POST', `${url}/generate`, { speakers })).toEqual({ status: 202, body: { status: 'generating' } });
    await ended();
    const { samples } = (await ask('GET', url)).body;
    expect(samples).toHaveLength(37);
    expect(server.texts).toHaveLength(37);
    expect(server.complaints).toEqual([]);
    const clip = await raw(samples[0].url);
    expect([clip.statusCode, clip.headers['content-type'], clip.rawPayload.subarray(0, 4).toString()]).toEqual([
      200,
      'audio/wav',
      'RIFF',
    ]);
    expect((clip.rawPayload.length - 44) / 32_000).toBeCloseTo(samples[0].duration_seconds, 2);

    // What is there is not made again, unless it is asked for.
    await ask('POST', `${url}/generate`, { speakers: ['priya'], languages: ['en-IN', 'hi-IN'] });
    await ended();
    expect(server.texts.slice(37).map(({ speaker, language }) => [speaker, language])).toEqual([['priya', 'hi-IN']]);
    await ask('POST', `${url}/generate`, { speakers: ['priya'], force: true });
    await ended();
    expect(server.texts).toHaveLength(39);
    expect((await ask('GET', url)).body.samples).toHaveLength(38);
  });

  test('one run executes at a time, and unknown names are rejected before it begins', async () => {
    const { server, ask, ended } = await opened({ manner: { firstByteMs: 400 } });
    const one = { speakers: ['priya'], languages: ['hi-IN'] };
    for (const [wrong, detail] of [
      [{ speakers: ['nobody'] }, 'body speakers: nobody is not a voice of the catalog.'],
      [{ languages: ['fr-FR'] }, expect.stringContaining('body languages: fr-FR is not spoken')],
      [{ ...one, model: 'other' }, 'body model: no voice is of the model other.'],
    ] as const)
      expect(await ask('POST', `${url}/generate`, wrong)).toEqual({ status: 400, body: { detail } });
    expect((await ask('POST', `${url}/generate`, one)).status).toBe(202);
    expect(await ask('POST', `${url}/generate`, one)).toEqual({
      status: 409,
      body: { error: 'Voice samples are being generated already.' },
    });
    expect((await ask('GET', `${url}/generate/status`)).body).toEqual({ running: true });
    await ended();
    expect(server.texts).toHaveLength(1);
    expect((await ask('GET', `${url}/absent/audio`)).status).toBe(404);
  });

  test('a run continues after a restart and creates no clip twice', async () => {
    const { server, ask, ended, restart } = await opened({ manner: { firstByteMs: 20 } });
    await ask('POST', `${url}/generate`, { speakers, force: true });
    await expect.poll(async () => (await ask('GET', url)).body.samples.length).toBeGreaterThan(5);
    await restart();
    await ended();
    expect((await ask('GET', url)).body.samples).toHaveLength(37);
    // The clip that was being made as the process ended is asked for again.
    expect(server.texts.length).toBeLessThanOrEqual(38);
  });

  test('what needs the key of the speech provider is refused with the missing setting', async () => {
    const { dataDir, databaseUrl } = await place();
    const env = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
    const app = await openTestApp({ dataDir, env });
    const generate = async (payload: object) => {
      const { statusCode, body } = await app.http.inject({ method: 'POST', url: `${url}/generate`, payload });
      return [statusCode, body];
    };
    const noKey = "The speech provider's key is not configured (SPEECH_A_API_KEY).";
    for (const body of [{ languages: ['hi-IN'] }, { speakers: [speakers[0]] }, { model: 'bulbul:v3' }])
      expect(await generate(body)).toEqual([400, expect.stringContaining(noKey)]);
    for (const body of [{ speakers: ['nobody'] }, { model: 'nothing' }])
      expect(await generate(body)).toEqual([400, expect.not.stringContaining('SPEECH_A_API_KEY')]);
  });
});
