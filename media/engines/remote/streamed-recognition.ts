import type { JobSignal } from '../../line/engine.ts';
import type { RecogniseJob, Utterance } from '../../line/speech.ts';
import { createLeash } from './leash.ts';
import type { RecognitionStreams } from './recognition-streams.ts';

/** Maximum time for a result. Most of the audio was already sent while it was spoken. */
const finalMs = 2000;
const partialMs = 300;

export interface StreamedRecognition {
  readonly streams: RecognitionStreams;
  readonly job: RecogniseJob;
  readonly wanted: JobSignal;
  /** The server's code for the job's language. */
  readonly language: string;
  /** Name of the request in errors. */
  readonly what: string;
}

/**
 * Runs one job over a persistent connection. Each utterance has its own connection, which receives only the new samples
 * of each job. Audio after a final result of the same utterance becomes a separate segment, and the result joins the
 * segments.
 */
export async function* streamedRecognition({
  streams,
  job,
  wanted,
  language,
  what,
}: StreamedRecognition): AsyncGenerator<Utterance> {
  const leash = createLeash(wanted);
  const startMs = performance.now();
  const leftMs = (): number => Math.max(1, finalMs - (performance.now() - startMs));
  const taking = streams.take(job, language);
  try {
    const stream = await leash.within(taking, leftMs(), what);
    if (stream === undefined) return;
    // A pending final result of a cancelled job arrives before the results of new audio.
    await leash.within(stream.settled(), leftMs(), what);
    if (leash.signal.aborted) return;
    stream.push(job);
    const text =
      job.kind === 'final' || job.utterance === undefined
        ? await leash.within(stream.finish(), leftMs(), what)
        : await leash.within(stream.partial(partialMs), leftMs(), what);
    if (text === undefined) return;
    yield { ...text, confidence: text.text === '' ? 0 : 1, decodeMs: performance.now() - startMs };
  } catch (error) {
    streams.drop(job);
    throw error;
  } finally {
    leash.close();
  }
}
