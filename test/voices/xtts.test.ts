import { expect, onTestFinished, test } from 'vitest';
import { speechLike, wavOf } from '../../bench/trials/speech-like.ts';
import { openXttsServer, type XttsServerOptions } from '../../media/emulator/index.ts';
import { toneSpeech } from '../../media/emulator/speech/tone-speech.ts';
import { enginesOf } from '../../media/engines/registry.ts';
import { createEngine } from '../../media/engines/xtts/synthesiser.ts';
import { joinSamples } from '../../media/kit/join-samples.ts';
import { openTestApp } from '../http/test-app.ts';
import { formOf } from './speech-like.ts';

const url = '/api/voice/models/speakers';
const form = (fields: Readonly<Record<string, string>>) =>
  formOf({ field: 'reference_audio', bytes: wavOf(speechLike()) }, { consent: 'By e-mail.', ...fields });

async function opened(options: XttsServerOptions = {}) {
  const server = await openXttsServer({ apiKey: 'sesame', ...options });
  onTestFinished(() => server.close());
  const env = { VOICE_MODELS_BASE_URL: server.baseUrl, VOICE_MODELS_API_KEY: 'sesame', VOICE_MODELS_DIALECT: 'xtts' };
  const app = await openTestApp({ env: { MODELS_DIR: '/nowhere', ...env } });
  const add = async (fields: Readonly<Record<string, string>>) => {
    const answer = await app.http.inject({ method: 'POST', url, ...form(fields) });
    return { status: answer.statusCode, body: answer.json() };
  };
  return { server, app, add };
}

test('an XTTS server clones a voice, speaks with it in its language and makes its audition clip', async () => {
  const { server, app, add } = await opened();
  expect(await add({ name: 'our-voice', language: 'hi-IN' })).toMatchObject({
    status: 201,
    body: { message: expect.stringContaining('cloned') },
  });
  expect(server.clips).toHaveLength(1);
  expect((await app.http.inject({ url: `${url}/our-voice` })).json()).toMatchObject({
    method: 'cloned',
    similarity: null,
  });
  const { voice_sample_uuid: uuid } = (
    await app.http.inject({ method: 'POST', url: `${url}/our-voice/deploy` })
  ).json();
  const clip = () => app.http.inject({ url: `/api/voice/voice-samples/${uuid}/audio` });
  await expect.poll(async () => (await clip()).statusCode).toBe(200);
  expect(server.seen).toMatchObject([{ language: 'hi', clone: 0 }]);

  const flow = { kind: 'inbound', name: 'Line', provider: 'platform', speaker: 'our-voice', status: 'active' };
  const made = await app.http.inject({
    method: 'POST',
    url: '/api/voice/flows',
    payload: { ...flow, language_code: 'hi-IN', phone_number: '+12025550188' },
  });
  expect([201, 400]).toContain(made.statusCode);
  expect(server.complaints).toEqual([]);
});

test('an XTTS server that fails or answers otherwise returns 502', async () => {
  const { server, add } = await opened();
  for (const cloning of ['fails', 'other_answer'] as const) {
    server.cloning = cloning;
    expect((await add({ name: 'our-voice' })).status).toBe(502);
  }
});

test('the synthesiser streams from an XTTS server, and an interruption closes the connection', async () => {
  const server = await openXttsServer({ manner: { everyMs: 30 } });
  onTestFinished(() => server.close());
  const body = new FormData();
  body.append('wav_file', new Blob([Uint8Array.from(wavOf(speechLike()))], { type: 'audio/wav' }), 'a.wav');
  const latents = await (await fetch(`${server.baseUrl}/clone_speaker`, { method: 'POST', body })).json();
  const { clonedSpeaker, packLatents } = await import('../../media/engines/xtts/latents.ts');
  const parameters = packLatents(clonedSpeaker.parse(latents));
  const spec = enginesOf({ voice_models: { baseUrl: server.baseUrl, dialect: 'xtts' } }).at(-1);
  expect(spec?.synthesiser?.module).toContain('xtts');
  const engine = await createEngine({ baseUrl: server.baseUrl }, undefined as never);
  const voice = { engine: 'voice_models', voice: 'x', parameters };
  const text = 'Your order ships today.';
  const pieces: Float32Array[] = [];
  const signal = { aborted: false };
  for await (const { samples } of engine.run({ text, voice, rateHz: 8000 }, signal)) pieces.push(samples);
  expect(Math.abs(joinSamples(pieces).length - toneSpeech(text, 8000).samples.length)).toBeLessThan(400);
  for await (const _ of engine.run({ text, voice, rateHz: 8000 }, signal)) signal.aborted = true;
  await expect.poll(() => server.seen.at(-1)?.leftMs).toBeDefined();
  expect(server.complaints).toEqual([]);
  const unknown = engine.run({ text, voice: { engine: 'voice_models', voice: 'x' }, rateHz: 8000 }, { aborted: false });
  const said = async () => {
    for await (const _ of unknown);
  };
  await expect(said()).rejects.toMatchObject({ code: 'voice_unknown' });
});
