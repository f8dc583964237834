import { serverModels } from '../../../models/manifest.ts';
import { readAloud } from '../../language/read-aloud.ts';
import type { CreateEngine } from '../../line/engine.ts';
import type { SpeakJob, SpeakResult } from '../../line/speech.ts';
import { pauseAfterMs, withPause } from '../../synthesiser/pause.ts';
import type { SpeechServer } from '../remote/servers.ts';
import { streamedSpeech } from '../remote/streamed-speech.ts';

const standardRateHz = 24_000;

/** Synthesises with an OpenAI-compatible server. */
export const createEngine: CreateEngine<SpeechServer, SpeakJob, SpeakResult> = async (server) => ({
  async *run(job, signal) {
    const spoken = streamedSpeech({
      job,
      wanted: signal,
      what: 'POST /audio/speech',
      standardRateHz: server.sampleRateHz ?? standardRateHz,
      request: (stop) => request(server, job, stop),
    });
    yield* job.after === undefined ? spoken : withPause(spoken, pauseAfterMs(job.after), job.rateHz);
  },
  async close() {},
});

const request = (
  { baseUrl, apiKey, languages, synthesisModel = serverModels.openai.synthesis }: SpeechServer,
  { text, voice }: SpeakJob,
  signal: AbortSignal,
): Promise<Response> =>
  fetch(`${baseUrl}/audio/speech`, {
    method: 'POST',
    redirect: 'error',
    signal,
    headers: {
      'content-type': 'application/json',
      ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
    },
    body: JSON.stringify({
      model: synthesisModel,
      input: readAloud(text, voice.languageCode ?? languages?.[0] ?? ''),
      voice: voice.voice,
      response_format: 'pcm',
      stream_format: 'audio',
      ...(voice.pace === undefined ? {} : { speed: voice.pace }),
    }),
  });
