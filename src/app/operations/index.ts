import type { Agents } from '../agents/index.ts';
import type { Calls } from '../calls/index.ts';
import type { Coaching } from '../coaching/index.ts';
import type { Platform } from '../platform/index.ts';
import type { ModuleList } from '../platform/module.ts';
import type { SharedLimits } from '../platform/shared-limits.ts';
import type { Records } from '../records/index.ts';
import type { Voices } from '../voices/index.ts';
import { openAgentFilesModule } from './agent-files-module.ts';
import { openOperationsModule } from './operations-module.ts';

export interface OperationsParts {
  readonly voices: Voices;
  readonly records: Records;
  readonly calls: Calls;
  readonly limits: SharedLimits | undefined;
}

/** Opens what operators see: health, metrics, jobs and the audit log. */
export function openOperations(platform: Platform, { voices, records, calls, limits }: OperationsParts) {
  return openOperationsModule({
    ...platform,
    files: platform,
    callLog: records.records.callLog,
    limits,
    modelRouting: voices.modelRouting.get,
    languageModel: voices.languageModel,
    voices: voices.voicesOf,
    isDraining: () => calls.calls.draining,
  });
}

export interface AgentFilesParts {
  readonly voices: Voices;
  readonly agents: Agents;
  readonly coaching: Coaching;
}

/** Opens the files of agents, which have parts of every wing. */
export function openAgentFiles(
  list: ModuleList,
  platform: Platform,
  { voices, agents, coaching }: AgentFilesParts,
): void {
  const { agents: service, toolRefusal, onDocuments } = agents;
  const { voicesOf, pronunciations } = voices;
  const { coachDocuments } = coaching;
  list.add(
    openAgentFilesModule({
      ...platform,
      agents: service,
      toolRefusal,
      onDocuments,
      coachDocuments,
      pronunciations,
      voices: voicesOf,
    }),
  );
}
