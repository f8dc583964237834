import { readAloud } from '../../language/read-aloud.ts';
import type { CreateEngine } from '../../line/engine.ts';
import { MediaFault } from '../../line/fault.ts';
import type { SpeakJob, SpeakResult } from '../../line/speech.ts';
import { pauseAfterMs, withPause } from '../../synthesiser/pause.ts';
import type { SpeechServer } from '../remote/servers.ts';
import { streamedSpeech } from '../remote/streamed-speech.ts';
import { unpackLatents } from './latents.ts';

const what = 'POST /tts_stream';
const standardRateHz = 24_000;
/** A string, as the server declares it. Smaller chunks start earlier and cost more. */
const chunkSize = '20';
/** Maximum number of cached request bodies, one per voice; each is about 0.4 MB. */
const mostReady = 16;

/** Synthesises with an XTTS server. The request contains the voice. Cancelling closes the connection. */
export const createEngine: CreateEngine<SpeechServer, SpeakJob, SpeakResult> = async (server) => {
  const ready = new Map<string, string>();

  /** Returns a voice's fields as JSON, serialised once for all phrases. */
  function voiceOf({ voice }: SpeakJob): string {
    const key = String(voice.parameters?.latents);
    const readyVoice = ready.get(key);
    if (readyVoice !== undefined) return readyVoice;
    const latents = unpackLatents(voice.parameters);
    if (latents === undefined) throw new MediaFault('voice_unknown', `the voice "${voice.voice}" has no XTTS latents`);
    const fields = { speaker_embedding: latents.speakerEmbedding, gpt_cond_latent: latents.conditioning };
    const json = JSON.stringify(fields).slice(1, -1);
    if (ready.size >= mostReady) ready.delete(ready.keys().next().value as string);
    ready.set(key, json);
    return json;
  }

  return {
    async *run(job, signal) {
      const voice = voiceOf(job);
      const { languageCode = job.voice.parameters?.languageCode ?? 'en' } = job.voice;
      const rest = {
        text: readAloud(job.text, String(languageCode)),
        language: xttsLanguage(String(languageCode)),
        add_wav_header: true,
        stream_chunk_size: chunkSize,
      };
      const spoken = streamedSpeech({
        job,
        wanted: signal,
        what,
        standardRateHz: server.sampleRateHz ?? standardRateHz,
        request: (stop) =>
          fetch(`${server.baseUrl}/tts_stream`, {
            method: 'POST',
            redirect: 'error',
            signal: stop,
            headers: {
              'content-type': 'application/json',
              ...(server.apiKey === undefined ? {} : { authorization: `Bearer ${server.apiKey}` }),
            },
            body: `{${voice},${JSON.stringify(rest).slice(1)}`,
          }),
      });
      yield* job.after === undefined ? spoken : withPause(spoken, pauseAfterMs(job.after), job.rateHz);
    },
    async close() {},
  };
};

/** XTTS uses codes without a region, except for Chinese. */
export function xttsLanguage(languageCode: string): string {
  const primary = languageCode.toLowerCase().split(/[-_]/)[0] as string;
  return primary === 'zh' ? 'zh-cn' : primary;
}
