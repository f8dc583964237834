import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { wavOf } from '../../bench/trials/speech-like.ts';
import { measureVoice } from '../../media/engines/hibari/fit/measure.ts';
import { openVoiceLikeness, openVoiceSpeech, type VoiceLikeness, type VoiceSpeech } from '../../media/index.ts';
import { joinSamples } from '../../media/kit/join-samples.ts';
import { openTestApp } from '../http/test-app.ts';
import { modelPath, testModelsDir as modelsDir } from '../models.ts';
import { formOf } from './speech-like.ts';

const options = { modelsDir, executionProviders: ['cpu'] };
const wanted = new AbortController().signal;
const text =
  'The train to the coast was late again, so we had our coffee on the platform and watched the rain. By the time it came, nobody was in a hurry any more.';
let likeness: VoiceLikeness;
let speech: VoiceSpeech;

beforeAll(async () => {
  modelPath('voice-encoder');
  likeness = await openVoiceLikeness(options);
  speech = openVoiceSpeech({ ...options, servers: undefined });
});
afterAll(() => Promise.all([likeness.close(), speech.close()]));

const said = async (parameters: Readonly<Record<string, number>>): Promise<Float32Array> => {
  const own = { engine: 'hibari', voice: 'ava', languageCodes: ['en-US'], parameters };
  return (await speech.speak(text, { speaker: 'x', languageCode: 'en-US', rateHz: 16_000, own }, wanted)).samples;
};

/** Aborts after so many steps of a search: time would end it at another voice on each machine. */
const steps = (count: number): AbortSignal => {
  const signal = AbortSignal.any([]);
  let asked = 0;
  Object.defineProperty(signal, 'aborted', { get: () => ++asked > count });
  return signal;
};

test('a fit comes closer to an unknown voice than any stock voice, by the voice encoder', async () => {
  const reference = await said({ pitchScale: 0.7, formantScale: 0.9, tiltDbPerOctave: 2.5, pitchRange: 1.2 });
  // A step up and one down for each of the six parameters.
  const fit = await likeness.fit(reference, await measureVoice(reference), steps(12));
  expect(fit.basis).toBe('measured');
  expect(fit.similarity).toBeGreaterThan(fit.nearest.similarity);
  expect(fit.similarity).toBeGreaterThan(0.8);
});

test('a fit that is stopped returns the best voice so far', async () => {
  const reference = await said({ pitchScale: 0.7 });
  const fit = await likeness.fit(reference, await measureVoice(reference), AbortSignal.abort());
  expect(fit.parameters).toMatchObject({ pitchScale: expect.any(Number), breath: expect.any(Number) });
});

test('a clip of two people is distinguished from a clip of one', async () => {
  const [one, other] = [await said({}), await said({ pitchScale: 0.55, formantScale: 0.83, tiltDbPerOctave: 1 })];
  expect(await likeness.hasTwoVoices(one)).toBe(false);
  expect(await likeness.hasTwoVoices(other)).toBe(false);
  expect(await likeness.hasTwoVoices(joinSamples([one, other]))).toBe(true);
});

test('an uploaded clip is fitted by ear, refused with two people, and its deployed voice has a clip', async () => {
  const app = await openTestApp({ comparesVoices: true });
  onTestFinished(() => app.close());
  const url = '/api/voice/models/speakers';
  const [one, other] = [await said({ pitchScale: 0.8 }), await said({ pitchScale: 0.5, formantScale: 0.82 })];
  const add = async (samples: Float32Array, name: string) => {
    const form = formOf({ field: 'reference_audio', bytes: wavOf(samples) }, { name, consent: 'By e-mail.' });
    const answer = await app.http.inject({ method: 'POST', url, ...form });
    return { status: answer.statusCode, body: answer.json() };
  };
  expect(await add(joinSamples([one, other]), 'both')).toEqual({
    status: 400,
    body: { detail: 'The clip has the voices of two people. Send a recording of one person.' },
  });
  const made = await add(one, 'our-voice');
  expect(made).toMatchObject({ status: 201, body: { message: expect.stringContaining('measured similarity 0.') } });
  expect((await app.http.inject({ url: `${url}/our-voice` })).json()).toMatchObject({
    similarity_basis: 'measured',
    nearest_stock_voice: { name: expect.any(String), similarity: expect.any(Number) },
  });

  const catalogue = async () => (await app.http.inject({ url: '/api/voice/voice-samples/catalog' })).json().speakers;
  const listed = { name: 'our-voice', provider: 'platform', model: 'hibari', languages: ['en'] };
  expect(await catalogue()).not.toContainEqual(listed);
  const deployed = (await app.http.inject({ method: 'POST', url: `${url}/our-voice/deploy` })).json();
  expect(await catalogue()).toContainEqual(listed);
  const clip = () => app.http.inject({ url: `/api/voice/voice-samples/${deployed.voice_sample_uuid}/audio` });
  await expect.poll(async () => (await clip()).statusCode, { timeout: 60_000, interval: 250 }).toBe(200);
  const answer = await clip();
  expect(answer.headers['content-type']).toBe('audio/wav');
  expect(answer.rawPayload.length).toBeGreaterThan(32_000);
  await app.http.inject({ method: 'DELETE', url: `${url}/our-voice/deploy` });
  expect((await clip()).statusCode).toBe(404);
  expect(await catalogue()).not.toContainEqual(listed);
}, 180_000);
