import { createTranscriber, type Transcriber } from '../../audio/index.ts';
import type { Config } from '../../config/config.ts';

/** Returns the transcriber. Its child processes load the models; this process knows only their entry point. */
export const transcriberOf = ({
  modelsDir,
  inferenceThreads: threads,
  executionProviders: providers,
}: Config['media']): Transcriber =>
  createTranscriber({
    modules: async () => (await import('../../../media/index.ts')).transcriptModules,
    modelsDir,
    threads,
    providers,
  });
