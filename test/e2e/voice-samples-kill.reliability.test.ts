import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openStreamingSpeechServer } from '../../media/emulator/index.ts';
import { listSpeakers } from '../../media/engines/registry.ts';
import { type ServerChild, startServerChild } from '../../src/cli/server-child.ts';
import { testModelsDir } from '../models.ts';
import { askAsOwner } from './ask-server.ts';

const languages = ['en', 'hi', 'bn', 'ta', 'te', 'gu', 'kn', 'ml', 'mr', 'pa', 'or'].map((code) => `${code}-IN`);
const speakers = listSpeakers({ speech_a: { baseUrl: '' } })
  .filter(({ provider }) => provider === 'speech_a')
  .map(({ name }) => name);
const kills = 3;

test('a full run of 407 clips continues after kill -9 and creates no clip twice', async () => {
  const speech = await openStreamingSpeechServer({ speakers });
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-samples-'));
  const start = async (): Promise<ServerChild> => {
    const started = await startServerChild({
      entry: new URL('../../dist/src/main.js', import.meta.url),
      env: { ...process.env, MODELS_DIR: testModelsDir, SPEECH_A_BASE_URL: speech.baseUrl, ADMISSION: 'off' },
      dataDir,
      readyTimeoutMs: 120_000,
    });
    if (!started.ok) throw new Error(started.detail);
    return started.server;
  };
  let server = await start();
  try {
    const ask = await askAsOwner(() => server.baseUrl);
    const url = '/api/voice/voice-samples';
    const made = async () => (await ask('GET', url)).samples as { uuid: string; speaker: string; language: string }[];
    await ask('POST', `${url}/generate`, { speakers, languages });
    const kept = new Map<string, string>();
    for (let kill = 1; kill <= kills; kill++) {
      await expect
        .poll(async () => (await made()).length, { interval: 20, timeout: 60_000 })
        .toBeGreaterThan(60 * kill);
      for (const { uuid, speaker, language } of await made()) kept.set(`${speaker} ${language}`, uuid);
      process.kill(server.pid, 'SIGKILL');
      await server.close();
      server = await start();
    }
    const isRunning = async () => (await ask('GET', `${url}/generate/status`)).running;
    await expect.poll(isRunning, { interval: 200, timeout: 120_000 }).toBe(false);
    const all = await made();
    expect(all).toHaveLength(407);
    expect(new Set(all.map(({ speaker, language }) => `${speaker} ${language}`)).size).toBe(407);
    // What was there before a kill is the same clip afterwards.
    for (const { uuid, speaker, language } of all) expect(kept.get(`${speaker} ${language}`) ?? uuid).toBe(uuid);
    // Only the clip that a kill interrupted is requested again.
    expect(speech.texts.length).toBeLessThanOrEqual(407 + kills);
    expect(speech.complaints).toEqual([]);
  } finally {
    await server.close();
    await speech.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}, 300_000);
