import type { ReadStereo, Transcriber } from '../../audio/index.ts';
import type { Database, OrganisationId } from '../../data/index.ts';
import {
  createAnalysisSettingStore,
  createAnalysisSettings,
  createLanguageModels,
} from '../../features/analysis/analysis-settings/index.ts';
import {
  createAnalysisWork,
  createFacts,
  createKnown,
  createModelPass,
  createTranslation,
} from '../../features/analysis/call-analysis/index.ts';
import { createExtractionFieldStore } from '../../features/analysis/extraction-fields/index.ts';
import { createInteractionStore, createTranscriptStore } from '../../features/analysis/interactions/index.ts';
import { createProjectStore, createSegmentStore, createSegments } from '../../features/analysis/segments/index.ts';
import type { FileReferences, FileStore } from '../../files/index.ts';
import type { Jobs } from '../../jobs/index.ts';
import type { CurrentModel } from '../../llm/index.ts';
import type { Log } from '../../log.ts';
import type { openPeopleModule } from '../people/people-module.ts';
import type { AnalysisModule } from './analysis-module.ts';

export interface ConversationsOptions {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly files: FileStore;
  readonly references: FileReferences;
  readonly people: Pick<ReturnType<typeof openPeopleModule>, 'zones'>;
  readonly transcriber: Transcriber;
  readonly readStereo: ReadStereo;
  readonly languageModel: CurrentModel;
  readonly hasLanguageModel: () => Promise<boolean>;
  readonly analysis: Pick<AnalysisModule, 'analyst'>;
  readonly log: Log;
  readonly now: () => Date;
}

/** Opens the stores of conversations, and the work that transcribes and analyses them. */
export function openConversations(options: ConversationsOptions) {
  const { database, jobs, files, people, languageModel, log, now } = options;
  const { analyst } = options.analysis;
  const transcripts = createTranscriptStore(database);
  const store = createInteractionStore(database, options.references);
  const fields = createExtractionFieldStore(database);
  const factsOf = createFacts(database, people.zones.of);
  const segments = createSegments({
    store: createSegmentStore(database),
    projects: createProjectStore(database),
    now,
  });
  const models = createLanguageModels(languageModel);
  const settings = createAnalysisSettings({
    store: createAnalysisSettingStore(database),
    hasModel: options.hasLanguageModel,
    now,
  });
  const redacts = async (organisation: OrganisationId) => (await settings.settings(organisation)).redaction;
  const work = createAnalysisWork({
    jobs,
    store,
    transcripts,
    fields,
    files,
    log,
    now,
    transcriber: options.transcriber,
    factsOf,
    knownOf: createKnown(database, segments),
    modelPass: createModelPass({
      log,
      analyst,
      model: async (organisation) => models.of((await settings.routing()).custom_analysis, organisation),
    }),
    redacts,
    analyst,
    translate: createTranslation({
      log,
      model: async (organisation) => models.of((await settings.routing()).translation, organisation),
    }),
    readStereo: options.readStereo,
  });

  return { transcripts, store, fields, factsOf, segments, settings, redacts, work };
}
