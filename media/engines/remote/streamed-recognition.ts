import type { JobSignal } from '../../line/engine.ts';
import type { RecogniseJob, Utterance } from '../../line/speech.ts';
import { createLeash } from './leash.ts';
import type { RecognitionStreams } from './recognition-streams.ts';

/** Most of the audio was sent while it was spoken: the rest needs at most this time. */
const finalMs = 2000;
const partialMs = 300;

export interface StreamedRecognition {
  readonly streams: RecognitionStreams;
  readonly job: RecogniseJob;
  readonly wanted: JobSignal;
  /** What the server calls the language of the job. */
  readonly language: string;
  /** Names the request in errors. */
  readonly what: string;
}

/**
 * One job over a connection that stays open. An utterance has one to itself, which gets only what is new of each job.
 * What follows a final result of the same utterance is a segment of its own, and the result joins them.
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
    // A final result that nobody waited for any more precedes what is sent now.
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
