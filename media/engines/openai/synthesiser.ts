import { serverModels } from '../../../models/manifest.ts';
import type { CreateEngine, JobSignal } from '../../line/engine.ts';
import { MediaFault } from '../../line/fault.ts';
import type { SpeakJob, SpeakResult } from '../../line/speech.ts';
import { pauseAfterMs, withPause } from '../../synthesiser/pause.ts';
import { checkAnswer } from '../remote/answer.ts';
import { createAudioReader } from '../remote/audio-reader.ts';
import { createLeash } from '../remote/leash.ts';
import { createLineAudio } from '../remote/line-audio.ts';
import type { SpeechServer } from '../remote/servers.ts';
import { spokenMs, wordsIn } from '../remote/spoken-words.ts';

/** A caller waits for the first sound; between two pieces the audio that is there plays on. */
const firstSoundMs = 1500;
const stallMs = 1000;
const standardRateHz = 24_000;
const what = 'POST /audio/speech';

/** Speaks with a server of the OpenAI form. */
export const createEngine: CreateEngine<SpeechServer, SpeakJob, SpeakResult> = async (server) => ({
  async *run(job, signal) {
    const spoken = speak(server, job, signal);
    yield* job.after === undefined ? spoken : withPause(spoken, pauseAfterMs(job.after), job.rateHz);
  },
  async close() {},
});

async function* speak(server: SpeechServer, job: SpeakJob, wanted: JobSignal): AsyncGenerator<SpeakResult> {
  const leash = createLeash(wanted);
  const startMs = performance.now();
  const leftMs = (): number => Math.max(1, firstSoundMs - (performance.now() - startMs));
  try {
    const response = await leash.within(request(server, job, leash.signal), leftMs(), what);
    if (response === undefined) return;
    await leash.within(checkAnswer(response, what), leftMs(), what);
    const reader = createAudioReader({
      contentType: response.headers.get('content-type'),
      rateHeader: response.headers.get('x-sample-rate'),
      standardRateHz: server.sampleRateHz ?? standardRateHz,
    });
    const pieces = response.body?.getReader();
    const line = createLineAudio(job.rateHz);
    const estimateMs = spokenMs(job.text, job.voice.pace);
    for (;;) {
      const begun = line.length > 0;
      const piece = await leash.within(pieces?.read() ?? ended, begun ? stallMs : leftMs(), what);
      if (piece === undefined) return;
      if (piece.done === true) break;
      const samples = line.push(reader.push(piece.value), reader.rateHz);
      if (samples.length === 0) continue;
      yield begun ? { samples } : { samples, words: wordsIn(job.text, estimateMs) };
    }
    const samples = line.end();
    if (line.length === 0) throw new MediaFault('speech_engine_failed', `${what} returned no audio`);
    // All of it is there: its length says where the words lie better than the estimate did.
    yield { samples, words: wordsIn(job.text, (line.length * 1000) / job.rateHz) };
  } finally {
    leash.close();
  }
}

const ended = Promise.resolve({ done: true as const, value: undefined });

const request = (
  { baseUrl, apiKey, synthesisModel = serverModels.openai.synthesis }: SpeechServer,
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
      input: text,
      voice: voice.voice,
      ...{ response_format: 'pcm', stream_format: 'audio' },
      ...(voice.pace === undefined ? {} : { speed: voice.pace }),
    }),
  });
