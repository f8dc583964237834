import type { Transcriber } from '../../audio/index.ts';
import type { People } from '../people/index.ts';
import type { Platform } from '../platform/index.ts';
import type { ModuleList } from '../platform/module.ts';
import type { Records } from '../records/index.ts';
import type { Voices } from '../voices/index.ts';
import { openAnalysisModule } from './analysis-module.ts';
import { openDashboardModule } from './dashboard-module.ts';
import { openInteractionsModule } from './interactions-module.ts';

export type Analysis = ReturnType<typeof openAnalysis>;

export interface AnalysisParts {
  readonly people: People;
  readonly voices: Voices;
  readonly records: Records;
  readonly transcriber: Transcriber;
}

/** Opens what reads finished conversations, and the figures made of them. */
export function openAnalysis(list: ModuleList, platform: Platform, parts: AnalysisParts) {
  const { people, voices, records: stored, transcriber } = parts;
  const { records, erasure, deletions } = stored;
  const analysis = list.add(openAnalysisModule(platform));
  const interactions = list.add(
    openInteractionsModule({
      ...platform,
      erasure,
      people,
      transcriber,
      fetching: platform.overrides.fetching ?? {},
      recordedAmong: records.storedRecordings.among,
      languageModel: voices.languageModel.model,
      hasLanguageModel: voices.languageModel.isConnected,
      analysis,
      readStereo: records.readStereo,
      silenced: records.silenced,
      deletions,
      mp3Files: records.mp3Files,
      recordingsDir: platform.storage.recordingsDir,
    }),
  );
  const { segments } = interactions;
  list.add(openDashboardModule({ ...platform, people, segments, accounts: people.accounts }));
  return { interactions, draftScenario: analysis.draftScenario };
}
