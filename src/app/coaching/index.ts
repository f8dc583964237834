import type { Readings } from '../../features/documents/readings/index.ts';
import type { Agents } from '../agents/index.ts';
import type { Analysis } from '../analysis/index.ts';
import type { Platform } from '../platform/index.ts';
import type { ModuleList } from '../platform/module.ts';
import type { Records } from '../records/index.ts';
import type { Voices } from '../voices/index.ts';
import { openCoachingModule } from './coaching-module.ts';
import { practiceCallersOf } from './practice-voice.ts';
import { openVersionTestsModule } from './version-tests-module.ts';

export type Coaching = ReturnType<typeof openCoaching>;

export interface CoachingParts {
  readonly voices: Voices;
  readonly readings: Readings;
  readonly agents: Agents;
  readonly records: Records;
  readonly analysis: Analysis;
}

/** Opens practice: personas, scenarios, runs and their judge. */
export function openCoaching(list: ModuleList, platform: Platform, parts: CoachingParts) {
  const { cluster, overrides, placement, storage } = platform;
  const { voices, agents, analysis } = parts;
  list.add(openVersionTestsModule({ ...platform, ...agents }));
  return list.add(
    openCoachingModule({
      ...platform,
      ...agents,
      ...analysis,
      readings: parts.readings,
      openCallers: practiceCallersOf(overrides.mediaPlane),
      tokens: parts.records.records.tokens,
      voiceFor: voices.voiceFor,
      modelRouting: voices.modelRouting,
      recordingsDir: storage.recordingsDir,
      voices: voices.voicesOf,
      languageModel: voices.languageModel,
      reserve: placement.reserve,
      endStream: (uuid) => cluster.endStream(uuid, 'operator'),
    }),
  );
}
