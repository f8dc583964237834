import { basename, dirname, resolve } from 'node:path';
import type { LlmConfig } from '../../media/line/agent.ts';
import { createLocalModels } from '../../src/local-models/index.ts';

export interface ServedModel {
  readonly llm: Pick<LlmConfig, 'baseUrl' | 'model' | 'apiKey' | 'readsAhead'>;
  close(): Promise<void>;
}

export interface ModelOptions {
  /** GGUF file. */
  readonly local?: string;
  /** Base URL of another server, and its model. */
  readonly url?: string;
  readonly model?: string;
}

/** Starts the model of a file, or returns how to reach that of a server; undefined if none is named. */
export async function serverOf(
  { local, url, model }: ModelOptions,
  env: NodeJS.ProcessEnv,
): Promise<ServedModel | undefined> {
  if (local !== undefined) {
    const path = resolve(local);
    const name = basename(path, '.gguf');
    const models = createLocalModels({
      folder: dirname(path),
      onEnd: (_, end) => void process.stderr.write(`The process of the model ended: ${JSON.stringify(end)}\n`),
    });
    const llm = { ...(await models.serve(name)), model: name, readsAhead: true };
    return { llm, close: models.close };
  }
  if (url === undefined || model === undefined) return undefined;
  return { llm: { baseUrl: url, model, apiKey: env.LLM_API_KEY ?? 'none' }, close: async () => {} };
}
