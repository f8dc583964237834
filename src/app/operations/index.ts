import type { Calls } from '../calls/index.ts';
import type { Platform } from '../platform/index.ts';
import type { SharedLimits } from '../platform/shared-limits.ts';
import type { Records } from '../records/index.ts';
import type { Voices } from '../voices/index.ts';
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
