import type { Answerer } from '../../answers/index.ts';
import type { Transcriber } from '../../audio/index.ts';
import type { Database } from '../../data/index.ts';
import {
  createAudio,
  createAudioStore,
  createTranscription,
} from '../../features/documents/audio-transcription/index.ts';
import type { DocumentRuns, Documents } from '../../features/documents/documents/index.ts';
import type { Log } from '../../log.ts';

export interface AudioModuleOptions {
  readonly database: Database;
  readonly documents: Documents;
  readonly runs: DocumentRuns;
  readonly answerer: Answerer;
  readonly log: Log;
  readonly now: () => Date;
  readonly transcriber: Transcriber;
}

/** Enough for a 4-hour recording on a machine that is busy with calls. */
const transcriptionMs = 6 * 3_600_000;

/** Opens the recording agent: the job that executes its runs, and its knowledge. */
export function openAudio(options: AudioModuleOptions) {
  const { database, documents, runs, answerer, transcriber, log, now } = options;
  const store = createAudioStore(database);
  const transcription = createTranscription({
    store,
    documents,
    transcriber,
    now,
    onTrouble: (document, detail) => log.error({ document, detail }, 'failed to transcribe a recording'),
  });
  runs.handle('audio', transcription, { timeLimitMs: transcriptionMs, drop: store.drop });
  return createAudio({ store, documents, runs, answerer });
}
