import type { CreateEngine } from '../../line/engine.ts';
import type { RecogniseJob, Utterance } from '../../line/speech.ts';
import { createRecognitionStreams } from '../remote/recognition-streams.ts';
import type { SpeechServer } from '../remote/servers.ts';
import { streamedRecognition } from '../remote/streamed-recognition.ts';
import { openRecognition, recognisedCode } from './protocol.ts';

const what = '/speech-to-text-realtime/ws';
/** Recognises over persistent connections. */
export const createEngine: CreateEngine<SpeechServer, RecogniseJob, Utterance> = async (server) => {
  const streams = createRecognitionStreams((how) => openRecognition(server, how));
  return {
    run: (job, wanted) =>
      streamedRecognition({ streams, job, wanted, what, language: recognisedCode(job.languageCode) }),
    async close() {
      streams.close();
    },
  };
};
