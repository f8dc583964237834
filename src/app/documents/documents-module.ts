import type { FastifyInstance } from 'fastify';
import { createAnswerer, createGrounded, type EmbeddingModel, openedWhenNeeded } from '../../answers/index.ts';
import type { Transcriber } from '../../audio/index.ts';
import type { Database } from '../../data/index.ts';
import { StartFault } from '../../faults/start-fault.ts';
import { registerAudioRoutes } from '../../features/documents/audio-transcription/index.ts';
import { createConversationStore, createConversations } from '../../features/documents/document-chats/index.ts';
import type { Documents } from '../../features/documents/documents/index.ts';
import { createDocumentRuns, createRunStore, registerRunRoutes } from '../../features/documents/documents/index.ts';
import { createOcr, createOcrStore, registerOcrRoutes } from '../../features/documents/ocr/index.ts';
import { registerQuestionRoutes } from '../../features/documents/questions/index.ts';
import { createReadingStore, createReadings, registerReadingRoutes } from '../../features/documents/readings/index.ts';
import {
  createWebsiteReading,
  createWebsiteStore,
  createWebsites,
  registerWebsiteRoutes,
} from '../../features/documents/websites/index.ts';
import type { FileReferences } from '../../files/index.ts';
import { createHttpClient } from '../../http-client/index.ts';
import type { Jobs } from '../../jobs/index.ts';
import type { CurrentModel } from '../../llm/index.ts';
import type { Log } from '../../log.ts';
import { createOfficeReader } from '../../office/index.ts';
import { createPdfReader, languageFolder } from '../../pdf/index.ts';
import { openAudio } from './audio-module.ts';

export interface DocumentsModuleOptions {
  /** Language for OCR. */
  readonly ocrLanguage: string;
  readonly database: Database;
  /** Hosts of websites that may have any address. */
  readonly allowedHosts: readonly string[];
  readonly jobs: Jobs;
  readonly documents: Documents;
  readonly references: Pick<FileReferences, 'placeOf'>;
  readonly openEmbeddings: (() => Promise<EmbeddingModel>) | undefined;
  readonly transcriber: Transcriber;
  readonly languageModel: CurrentModel;
  readonly log: Log;
  readonly now: () => Date;
  readonly nowMs: () => number;
}

/** Limits of one page of a website. */
const pageLimits = { deadlineMs: 20_000, maxBytes: 5 * 2 ** 20 } as const;

/** Opens the document and recording agents: their long-running work and their chats. */
export function openDocumentsModule(options: DocumentsModuleOptions) {
  const { database, jobs, documents, openEmbeddings, transcriber, log, now, nowMs } = options;
  const { ocrLanguage: language } = options;
  if (languageFolder(language) === undefined)
    throw new StartFault(
      'config_invalid',
      `OCR_LANGUAGE names ${language}, whose model is not installed. Run "npm install @tesseract.js-data/${language}".`,
    );
  const runs = createDocumentRuns({ store: createRunStore(database, options.references), jobs, log, now, nowMs });
  const pdf = createPdfReader({ language });
  const office = createOfficeReader();
  const onTrouble = (error: unknown): void =>
    log.warn({ err: error }, 'embedding model unavailable: documents are searched by words only');
  const embeddings = openEmbeddings === undefined ? undefined : openedWhenNeeded(openEmbeddings, { nowMs, onTrouble });
  const answerer = createAnswerer({
    embed: embeddings?.embed,
    grounded: createGrounded(options.languageModel, {
      onTrouble: (code) => log.warn({ code }, 'language model failed; answering from the document alone'),
    }),
  });
  const ocrStore = createOcrStore(database);
  const websiteStore = createWebsiteStore(database);
  const httpClient = createHttpClient({ allowedHosts: options.allowedHosts });
  const fetch = httpClient.fetchWithin(pageLimits);
  const ocr = createOcr({
    documents,
    runs,
    pdf,
    office,
    now,
    store: ocrStore,
    website: createWebsiteReading({ store: websiteStore, ocr: ocrStore, fetch, now, nowMs }),
    answerer,
    onTrouble: (document, detail) => log.error({ document, detail }, 'failed to process a document'),
  });
  const audio = openAudio({ database, documents, runs, answerer, transcriber, log, now });
  const readings = createReadings({ store: createReadingStore(database), runs, ocr, audio });
  const conversations = createConversations({ store: createConversationStore(database), now });
  const websites = createWebsites({ store: websiteStore, documents, runs, jobs, httpClient, log, now });
  const answering = { documents, ocr, audio, conversations };
  return {
    readings,
    routes(app: FastifyInstance) {
      registerRunRoutes(app, runs);
      registerReadingRoutes(app, readings);
      registerWebsiteRoutes(app, websites, documents);
      registerQuestionRoutes(app, answering);
      registerOcrRoutes(app, answering);
      registerAudioRoutes(app, answering);
      // Requests that wait for a document would otherwise keep the server from closing.
      app.addHook('preClose', async () => {
        pdf.close();
        office.close();
        runs.close();
      });
    },
    close: async () => embeddings?.close(),
  };
}
