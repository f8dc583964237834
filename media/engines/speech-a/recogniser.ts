import type { CreateEngine, JobSignal } from '../../line/engine.ts';
import type { RecogniseJob, Utterance } from '../../line/speech.ts';
import { createLeash } from '../remote/leash.ts';
import type { SpeechServer } from '../remote/servers.ts';
import { openRecognition, recognisedCode } from './protocol.ts';
import { createRecognitionStreams } from './recognition-streams.ts';

const what = '/speech-to-text-realtime/ws';
/** Most of the audio was sent while it was spoken: the rest takes no longer than this. */
const finalMs = 2000;
const partialMs = 300;

/**
 * Recognises over connections that stay open. An utterance has one to itself, which gets only what is new of each job.
 * What follows a final result of the same utterance is a segment of its own, and the result joins them.
 */
export const createEngine: CreateEngine<SpeechServer, RecogniseJob, Utterance> = async (server) => {
  const streams = createRecognitionStreams((how) => openRecognition(server, how));
  return {
    async *run(job: RecogniseJob, signal: JobSignal) {
      const leash = createLeash(signal);
      const startMs = performance.now();
      const leftMs = (): number => Math.max(1, finalMs - (performance.now() - startMs));
      const language = recognisedCode(job.languageCode);
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
    },
    async close() {
      streams.close();
    },
  };
};
