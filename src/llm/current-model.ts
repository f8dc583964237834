import { isDeepStrictEqual } from 'node:util';
import { createLanguageModel, type LanguageModel, type LanguageModelConfig } from './language-model.ts';

/** Returns the language model of the installation at this moment; undefined if none is connected. */
export type CurrentModel = () => Promise<LanguageModel | undefined>;

/** Keeps the client while its configuration stays the same, so that its limits apply across requests. */
export function createCurrentModel(current: () => Promise<LanguageModelConfig | undefined>): CurrentModel {
  let kept: { readonly config: LanguageModelConfig; readonly model: LanguageModel } | undefined;
  return async () => {
    const config = await current();
    if (config === undefined) return undefined;
    if (!isDeepStrictEqual(kept?.config, config)) kept = { config, model: createLanguageModel(config) };
    return kept?.model;
  };
}
