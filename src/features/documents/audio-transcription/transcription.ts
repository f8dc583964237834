import type { AudioFault, Sentence, TranscribedPart, Transcriber } from '../../../audio/index.ts';
import type { Documents, Run, RunResult } from '../documents/index.ts';
import { clockTime } from './clock-time.ts';
import type { AudioStore, StoredSentence } from './store.ts';

export interface TranscriptionOptions {
  readonly store: AudioStore;
  readonly documents: Pick<Documents, 'file'>;
  readonly transcriber: Transcriber;
  readonly now: () => Date;
  /** Called when a run fails through a fault of the server. */
  readonly onTrouble: (documentUuid: string, detail: string) => void;
}

/** A crash loses about this much recognised audio at most. */
const writeEveryMs = 5000;
/** A pause of this length starts a new paragraph. */
const paragraphMs = 2000;

/**
 * Carries out runs of the audio agent: recognises a recording and stores its sentences as they arrive, so that an
 * attempt after a restart continues after them. They replace the document's transcript once complete.
 */
export function createTranscription(options: TranscriptionOptions): (run: Run) => Promise<RunResult> {
  const { store, documents, transcriber, now, onTrouble } = options;
  return async (run) => {
    const { owner, documentUuid, uuid: jobUuid } = run;
    const failed = (code: string, detail: string): RunResult => ({
      kind: 'failed',
      code,
      detail,
      store: (queries) => store.drop(queries, jobUuid),
    });
    const file = await documents.file(owner, documentUuid);
    if (file === undefined) return failed('no_file', 'the file is gone.');
    const draft = await openDraft(run, store, now);
    const outcome = await file.file.withPath((path) =>
      transcriber.transcribe(path, { fromMs: draft.fromMs, signal: run.signal, onPart: draft.take }),
    );
    if (run.signal.aborted) {
      // An orderly shutdown loses nothing that was recognised.
      await draft.flush().catch(() => {});
      throw run.signal.reason;
    }
    if (outcome.kind === 'fault') {
      if (outcome.code === 'failed') onTrouble(documentUuid, outcome.detail);
      return failed(outcome.code, faultText(outcome.code, outcome.detail));
    }
    await draft.flush();
    const sentences = await store.sentences(owner, jobUuid);
    if (sentences.length === 0) return failed('silent', 'no speech was found in the audio.');
    const transcript = {
      documentUuid,
      jobUuid,
      durationMs: Math.round(outcome.seconds * 1000),
      fullText: fullTextOf(sentences),
      processedAt: now().toISOString(),
    };
    return { kind: 'done', store: (queries) => store.put(queries, transcript) };
  };
}

async function openDraft(
  { owner, documentUuid, uuid: jobUuid, step, progress }: Run,
  store: AudioStore,
  now: () => Date,
) {
  const storedSentences = await store.sentences(owner, jobUuid);
  let position = storedSentences.length;
  let unwritten: StoredSentence[] = [];
  let writtenMs = now().getTime();

  async function flush(): Promise<void> {
    const rows = unwritten;
    if (rows.length === 0) return;
    await step(`sentences from ${rows[0]!.position}`, (queries) =>
      store.addSentences(queries, { documentUuid, jobUuid }, rows),
    );
    unwritten = [];
    writtenMs = now().getTime();
  }

  return {
    fromMs: storedSentences.at(-1)?.pieceEndMs ?? 0,
    flush,
    async take({ toMs, totalMs, sentences }: TranscribedPart): Promise<void> {
      for (const { startMs, endMs, text } of sentences)
        unwritten.push({ position: position++, startMs, endMs, text: storable(text), pieceEndMs: Math.floor(toMs) });
      if (now().getTime() - writtenMs >= writeEveryMs) await flush();
      if (totalMs === undefined || totalMs <= 0) return;
      const share = Math.min(0.99, toMs / totalMs);
      await progress(share, `${clockTime(toMs)} of ${clockTime(Math.max(toMs, totalMs))}`);
    },
  };
}

/** PostgreSQL cannot store NUL. */
const storable = (text: string): string => text.replaceAll('\0', '');

/** Joins sentences into paragraphs. */
function fullTextOf(sentences: readonly Sentence[]): string {
  let text = '';
  let lastMs = 0;
  for (const { startMs, endMs, text: sentence } of sentences) {
    const gap = text === '' ? '' : startMs - lastMs >= paragraphMs ? '\n' : ' ';
    text += gap + sentence;
    lastMs = endMs;
  }
  return text;
}

function faultText(code: AudioFault, detail: string): string {
  switch (code) {
    case 'empty':
      return 'the file contains no audio.';
    case 'too_long':
      return 'the audio is longer than 4 hours. Upload it in parts.';
    case 'damaged':
      return `the file is damaged or its format is not supported (${detail}).`;
    case 'too_slow':
      return 'decoding exceeded its time limit. The server is busy or the file is malformed.';
    case 'too_large':
      return 'decoding exceeded its memory limit.';
    case 'stopped':
    case 'failed':
      return 'the recogniser failed.';
  }
}
