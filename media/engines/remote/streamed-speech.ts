import type { JobSignal } from '../../line/engine.ts';
import { MediaFault } from '../../line/fault.ts';
import type { SpeakJob, SpeakResult } from '../../line/speech.ts';
import { checkAnswer } from './answer.ts';
import { createAudioReader } from './audio-reader.ts';
import { createLeash } from './leash.ts';
import { createLineAudio } from './line-audio.ts';
import { spokenMs, wordsIn } from './spoken-words.ts';

/** The caller waits for the first sound; later pieces arrive while buffered audio plays. */
const firstSoundMs = 1500;
const stallMs = 1000;

export interface StreamedSpeech {
  readonly job: SpeakJob;
  readonly wanted: JobSignal;
  /** Name of the request in errors. */
  readonly what: string;
  /** Sample rate of PCM without a header. */
  readonly standardRateHz: number;
  readonly request: (signal: AbortSignal) => Promise<Response>;
}

/** Streams the audio of one request at the job's rate. Throws `speech_engine_failed`. */
export async function* streamedSpeech({
  job,
  wanted,
  what,
  standardRateHz,
  request,
}: StreamedSpeech): AsyncGenerator<SpeakResult> {
  const leash = createLeash(wanted);
  const startMs = performance.now();
  const leftMs = (): number => Math.max(1, firstSoundMs - (performance.now() - startMs));
  try {
    const response = await leash.within(request(leash.signal), leftMs(), what);
    if (response === undefined) return;
    await leash.within(checkAnswer(response, what), leftMs(), what);
    const reader = createAudioReader({
      contentType: response.headers.get('content-type'),
      rateHeader: response.headers.get('x-sample-rate'),
      standardRateHz,
    });
    const pieces = response.body?.getReader();
    const line = createLineAudio({ rateHz: job.rateHz, text: job.text, pace: job.voice.pace });
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
    // The actual length of the complete audio gives better word times than the estimate.
    yield { samples, words: wordsIn(job.text, (line.length * 1000) / job.rateHz) };
  } finally {
    leash.close();
  }
}

const ended = Promise.resolve({ done: true as const, value: undefined });
