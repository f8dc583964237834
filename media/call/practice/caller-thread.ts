/** The thread that makes practice calls: the far end of each, with its words and voice. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { placeCall } from '../../emulator/index.ts';
import { embeddedEngine } from '../../engines/pooled.ts';
import { registeredEngines, registeredVoice } from '../../engines/registry.ts';
import { connectHere, openEnginePool } from '../../inference/pool.ts';
import { joinSamples } from '../../kit/join-samples.ts';
import { createRemote } from '../../kit/remote.ts';
import type { Clip } from '../../line/audio.ts';
import type { SpeakJob, SpeakResult, VoiceSpec } from '../../line/speech.ts';
import type { CallerThreadConfig, CallerThreadOffer } from './caller-protocol.ts';
import { overLine } from './line-quality.ts';
import { holdTalk } from './talk.ts';

const rateHz = 16_000;
const timeoutMs = 60_000;
/** Calls of customers have priority. */
const niceness = 10;

const { modelsDir, providers } = workerData as CallerThreadConfig;
const speaking = embeddedEngine(registeredEngines, 'speak', { modelsDir });
let opening: ReturnType<typeof openSpeech> | undefined;
const calls = new Map<string, AbortController>();

async function openSpeech() {
  const pool = await openEnginePool({
    name: 'practice',
    threads: 1,
    concurrency: 1,
    niceness,
    providers,
    log: () => {},
    engines: [speaking],
  });
  return { pool, client: connectHere(pool) };
}

/** Opens the pool for the first call. If that fails, the next call tries again. */
async function speech(): ReturnType<typeof openSpeech> {
  opening ??= openSpeech();
  const current = opening;
  try {
    return await current;
  } catch (error) {
    if (opening === current) opening = undefined;
    throw error;
  }
}

async function openVoice(voice: VoiceSpec, signal: AbortSignal): Promise<(text: string) => Promise<Clip>> {
  const { client } = await speech();
  const engine = client.engine<SpeakJob, SpeakResult>({
    engine: speaking.name,
    slackMs: () => 0,
    weight: () => 1,
    timeoutMs,
  });
  return async (text) => {
    const pieces: Float32Array[] = [];
    for await (const { samples } of engine.run({ text, voice, rateHz }, signal)) pieces.push(samples);
    signal.throwIfAborted();
    return { samples: joinSamples(pieces), rateHz };
  };
}

const offer: CallerThreadOffer = {
  async call({ id, call: { url, plan, agentOpens, voice, line } }) {
    const hangingUp = new AbortController();
    calls.set(id, hangingUp);
    const { signal } = hangingUp;
    try {
      const speak = await openVoice(registeredVoice({ ...voice, pace: plan.habits.pace }), signal);
      const { level, distort } = overLine(line, plan.seed);
      const run = placeCall({ dialect: 'browser', url, format: { encoding: 'l16', rateHz }, distort });
      return await holdTalk({ run, plan, agentOpens, speak: async (text) => level(await speak(text)), signal });
    } finally {
      calls.delete(id);
    }
  },
  hangUp: ({ id }) => calls.get(id)?.abort(),
  async close() {
    for (const call of calls.values()) call.abort();
    await (await opening?.catch(() => undefined))?.pool.close();
  },
};

createRemote(parentPort as MessagePort, offer);
