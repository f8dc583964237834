import type { CreateEngine } from '../../line/engine.ts';
import type { RecogniseJob, Utterance } from '../../line/speech.ts';
import { createRecognitionStreams } from '../remote/recognition-streams.ts';
import type { SpeechServer } from '../remote/servers.ts';
import { streamedRecognition } from '../remote/streamed-recognition.ts';
import { openRealtime } from './realtime.ts';
import { createEngine as createFileEngine } from './recogniser.ts';

/**
 * Recognises over `/realtime` while the caller speaks. A final job that fails there, or takes longer than 2 s, is
 * retried once with `/audio/transcriptions`, since it contains the whole utterance. Calls in several languages use only
 * the latter, which alone reports the language, and have no partial results.
 */
export const createEngine: CreateEngine<SpeechServer, RecogniseJob, Utterance> = async (server, open) => {
  const byFile = await createFileEngine(server, open);
  const streams = createRecognitionStreams((how) => openRealtime(server, how));
  return {
    async *run(job, wanted) {
      const language = job.languageCode.toLowerCase();
      if (language === 'auto') {
        if (job.kind === 'final') yield* byFile.run(job, wanted);
        return;
      }
      try {
        yield* streamedRecognition({ streams, job, wanted, language, what: '/realtime' });
      } catch (error) {
        if (job.kind !== 'final' || wanted.aborted) throw error;
        yield* byFile.run(job, wanted);
      }
    },
    async close() {
      streams.close();
      await byFile.close();
    },
  };
};
