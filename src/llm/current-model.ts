import { createGrowingCache } from '../growing-cache.ts';
import { createLanguageModel, type LanguageModel, type LanguageModelConfig } from './language-model.ts';

/**
 * Returns the language model at this moment, of an organisation or, without one, of the installation; undefined if none
 * is connected.
 */
export type CurrentModel = (organisation?: string) => Promise<LanguageModel | undefined>;

const mostModels = 200;

/** Keeps one client for each configuration, so that its limits apply across requests. */
export function createCurrentModel(
  current: (organisation?: string) => Promise<LanguageModelConfig | undefined>,
): CurrentModel {
  const models = createGrowingCache<LanguageModel>(mostModels);
  return async (organisation) => {
    const config = await current(organisation);
    if (config === undefined) return undefined;
    const key = JSON.stringify(config);
    const model = models.get(key) ?? createLanguageModel(config);
    models.set(key, model);
    return model;
  };
}
