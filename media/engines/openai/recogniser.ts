import { z } from 'zod';
import { serverModels } from '../../../models/manifest.ts';
import { writeWav } from '../../codec/wav.ts';
import { resample } from '../../dsp/resampler.ts';
import type { CreateEngine } from '../../line/engine.ts';
import { MediaFault } from '../../line/fault.ts';
import type { RecogniseJob, Utterance } from '../../line/speech.ts';
import { checkAnswer, jsonOf } from '../remote/answer.ts';
import { createLeash } from '../remote/leash.ts';
import { promptOf } from '../remote/names-prompt.ts';
import type { SpeechServer } from '../remote/servers.ts';
import { checkSpeakable, wordsIn } from '../remote/spoken-words.ts';

const sentRateHz = 16_000;
const leastPatienceMs = 2000;
const what = 'POST /audio/transcriptions';

const segment = z.object({ avg_logprob: z.number().optional(), no_speech_prob: z.number().optional() });
const transcription = z.object({
  text: z.string(),
  language: z.string().optional(),
  words: z.array(z.object({ word: z.string(), start: z.number(), end: z.number() })).nullish(),
  segments: z.array(segment).nullish(),
});
type Transcription = z.output<typeof transcription>;

/** Recognises whole utterances with an OpenAI-compatible server. */
export const createEngine: CreateEngine<SpeechServer, RecogniseJob, Utterance> = async (server) => ({
  async *run(job, signal) {
    const leash = createLeash(signal);
    const startMs = performance.now();
    const lengthMs = (job.samples.length * 1000) / job.rateHz;
    const limitMs = Math.max(leastPatienceMs, lengthMs / 2);
    try {
      const heard = await leash.within(transcribe(server, job, leash.signal), limitMs, what);
      if (heard === undefined) return;
      yield toUtterance(heard, { lengthMs, languageCode: job.languageCode, decodeMs: performance.now() - startMs });
    } finally {
      leash.close();
    }
  },
  async close() {},
});

async function transcribe(
  { baseUrl, apiKey, recognitionModel = serverModels.openai.recognition }: SpeechServer,
  job: RecogniseJob,
  signal: AbortSignal,
): Promise<Transcription> {
  const form = new FormData();
  const wav = writeWav({ samples: resample(job.samples, job.rateHz, sentRateHz), rateHz: sentRateHz });
  form.append('file', new Blob([Uint8Array.from(wav)], { type: 'audio/wav' }), 'utterance.wav');
  form.append('model', recognitionModel);
  form.append('response_format', 'verbose_json');
  form.append('timestamp_granularities[]', 'word');
  const [language = 'auto'] = job.languageCode.toLowerCase().split(/[-_]/);
  if (language !== 'auto') form.append('language', language);
  const prompt = promptOf(job);
  if (prompt !== undefined) form.append('prompt', prompt);
  const response = await fetch(`${baseUrl}/audio/transcriptions`, {
    method: 'POST',
    redirect: 'error',
    signal,
    headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
    body: form,
  });
  await checkAnswer(response, what);
  const parsed = transcription.safeParse(await jsonOf(response, what));
  if (!parsed.success) throw new MediaFault('speech_engine_failed', `${what} returned JSON without a text`);
  return parsed.data;
}

interface Heard {
  readonly lengthMs: number;
  readonly languageCode: string;
  readonly decodeMs: number;
}

function toUtterance(heard: Transcription, { lengthMs, languageCode, decodeMs }: Heard): Utterance {
  const text = isSilence(heard) ? '' : heard.text.trim();
  checkSpeakable(text, lengthMs, what);
  const confidence = text === '' ? 0 : confidenceOf(heard);
  const timed = (heard.words ?? []).map(({ word, start, end }) => ({
    text: word.trim(),
    startMs: start * 1000,
    endMs: end * 1000,
  }));
  const words = text === '' ? [] : timed.length > 0 ? timed : wordsIn(text, lengthMs);
  const spoken = languageCode === 'auto' ? codeOf(heard.language) : languageCode;
  return {
    text,
    words: words.filter((word) => word.text !== '').map((word) => ({ ...word, confidence })),
    confidence,
    languageCode: spoken ?? languageCode,
    decodeMs,
  };
}

/** Servers return a language as a code or as its English name. */
function codeOf(language = ''): string | undefined {
  if (/^[a-z]{2,3}$/.test(language)) return language;
  return codesByName.get(language.toLowerCase());
}

const names = new Intl.DisplayNames('en', { type: 'language' });
const letters = [...'abcdefghijklmnopqrstuvwxyz'];
const codesByName = new Map(
  letters.flatMap((first) => letters.map((second) => [names.of(first + second)?.toLowerCase(), first + second])),
);

/** Whisper models hallucinate words in silence. */
const isSilence = ({ segments }: Transcription): boolean =>
  segments != null &&
  segments.length > 0 &&
  segments.every(({ no_speech_prob: silent = 0, avg_logprob: sure = 0 }) => silent > 0.6 && sure < -1);

/** Without confidence values from the server, 1 is assumed. */
function confidenceOf({ segments }: Transcription): number {
  const confidences = (segments ?? []).flatMap(({ avg_logprob: sure }) => (sure === undefined ? [] : [sure]));
  if (confidences.length === 0) return 1;
  return Math.min(1, Math.exp(confidences.reduce((sum, sure) => sum + sure, 0) / confidences.length));
}
