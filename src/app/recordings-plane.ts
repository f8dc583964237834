import { join } from 'node:path';
import { createStereoReader, createTranscriber, type Transcriber } from '../audio/index.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../data/index.ts';
import { type CallRecordingsOptions, createCallRecordings, sweepParts } from '../features/call-recordings/index.ts';
import { createOutbound } from '../outbound/index.ts';

export interface RecordingsPlaneOptions extends Omit<CallRecordingsOptions, 'tx' | 'download' | 'readStereo' | 'dir'> {
  readonly config: Pick<Config, 'data' | 'telephony'>;
  readonly database: Database;
}

const maxSeconds = 4 * 3600;

/** What providers have recorded of calls. Their own hosts may be anywhere: the operator has named them. */
export function openRecordingsPlane({ config, database, ...options }: RecordingsPlaneOptions) {
  const baseUrls = Object.values(config.telephony.baseUrls);
  const dir = join(config.data.dataDir, 'recordings');
  sweepParts(dir, options.now()).catch((error: unknown) => {
    options.log.warn({ err: error }, 'what was left of recordings was not removed');
  });
  return createCallRecordings({
    ...options,
    tx: (work) => database.system.tx(work),
    download: createOutbound({ allowedHosts: baseUrls.map((url) => new URL(url).hostname) }).download,
    readStereo: createStereoReader({
      module: async () => (await import('../../media/index.ts')).transcriptModules.decode,
      maxSeconds,
    }),
    dir,
  });
}

/** What turns recordings into words: models are loaded by its processes, this one learns only where they begin. */
export const transcriberOf = ({
  modelsDir,
  inferenceThreads: threads,
  executionProviders: providers,
}: Config['media']): Transcriber =>
  createTranscriber({
    modules: async () => (await import('../../media/index.ts')).transcriptModules,
    ...{ modelsDir, threads, providers },
  });
