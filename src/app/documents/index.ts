import type { Platform } from '../platform/index.ts';
import type { ModuleList } from '../platform/module.ts';
import type { Voices } from '../voices/index.ts';
import { openDocumentsModule } from './documents-module.ts';
import { embeddingsOf } from './embeddings.ts';
import { transcriberOf } from './transcriber.ts';

/** Opens what reads documents and recordings and answers questions about them. */
export function openDocuments(list: ModuleList, platform: Platform, { languageModel }: Voices) {
  const { config, overrides } = platform;
  const transcriber = overrides.transcriber ?? transcriberOf(config.media);
  const { readings } = list.add(
    openDocumentsModule({
      ...platform,
      transcriber,
      ocrLanguage: config.ocrLanguage,
      allowedHosts: config.webhooks.allowedHosts,
      languageModel: languageModel.model,
      openEmbeddings: embeddingsOf(config.media, overrides.mediaPlane),
    }),
  );
  return { readings, transcriber };
}
