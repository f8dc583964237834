import { createAnswerer, createGrounded, type EmbeddingModel, openedWhenNeeded } from '../answers/index.ts';
import type { Transcriber } from '../audio/index.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../data/index.ts';
import { createConversationStore, createConversations } from '../features/conversations/index.ts';
import { createDocumentRuns, createRunStore } from '../features/document-runs/index.ts';
import type { Documents } from '../features/documents/index.ts';
import { createOcr, createOcrStore } from '../features/ocr/index.ts';
import { createReadingStore, createReadings } from '../features/readings/index.ts';
import type { Jobs } from '../jobs/index.ts';
import type { Log } from '../log.ts';
import { createPdfReader, languageFolder } from '../pdf/index.ts';
import { StartFault } from '../start-fault.ts';
import { openAudio } from './audio-plane.ts';

export interface AgentsPlaneOptions {
  readonly config: Config['media'];
  /** That pictures are read in. */
  readonly ocrLanguage: string;
  readonly database: Database;
  readonly jobs: Jobs;
  readonly documents: Documents;
  readonly pdfChild?: URL | undefined;
  readonly openEmbeddings: (() => Promise<EmbeddingModel>) | undefined;
  readonly transcriber: Transcriber;
  readonly log: Log;
  readonly now: () => Date;
  readonly nowMs: () => number;
}

/** The agents of documents and of recordings: their long work, and what people say to them. */
export function openAgentsPlane(options: AgentsPlaneOptions) {
  const { config, database, jobs, documents, pdfChild, openEmbeddings, transcriber, log, now, nowMs } = options;
  const { ocrLanguage: language } = options;
  const { llm } = config;
  if (languageFolder(language) === undefined)
    throw new StartFault(
      'config_invalid',
      `OCR_LANGUAGE names ${language}, whose model is not there: run "npm install @tesseract.js-data/${language}".`,
    );
  const runs = createDocumentRuns({ store: createRunStore(database), jobs, log, now, nowMs });
  const pdf = createPdfReader({ language, ...(pdfChild === undefined ? {} : { child: pdfChild }) });
  const onTrouble = (error: unknown): void => log.warn({ err: error }, 'documents are searched by their words alone');
  const embeddings = openEmbeddings === undefined ? undefined : openedWhenNeeded(openEmbeddings, { nowMs, onTrouble });
  const answerer = createAnswerer({
    embed: embeddings?.embed,
    grounded: llm && createGrounded(llm, { onTrouble: (code) => log.warn({ code }, 'the text itself answers') }),
  });
  const ocr = createOcr({
    ...{ documents, runs, pdf, now },
    store: createOcrStore(database),
    answerer,
    onTrouble: (document, detail) => log.error({ document, detail }, 'a document could not be read'),
  });
  const audio = openAudio({ database, documents, runs, answerer, transcriber, log, now });
  return {
    runs,
    ocr,
    audio,
    documents,
    readings: createReadings({ store: createReadingStore(database), runs, ocr, audio }),
    /** Ends what is being read, and lets go of whoever waits: who asked is told to ask again. */
    stopWaiting() {
      pdf.close();
      runs.close();
    },
    close: async () => embeddings?.close(),
    conversations: createConversations({ store: createConversationStore(database), now }),
  };
}
