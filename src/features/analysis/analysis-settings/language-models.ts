import { type CurrentModel, createLanguageModel, type LanguageModel, servedModelAt } from '../../../llm/index.ts';
import type { Stage } from './schema.ts';

export interface LanguageModels {
  /** Returns the model of a stage; undefined if the stage is off or no model is configured. */
  of(stage: Stage, organisation: string): Promise<LanguageModel | undefined>;
}

const listingMs = 5000;

/** Keeps one client for each server, so that its limits apply across jobs. */
export function createLanguageModels(platform: CurrentModel): LanguageModels {
  const models = new Map<string, LanguageModel>();
  return {
    async of({ enabled, provider, vllm_endpoint: url }, organisation) {
      if (!enabled) return undefined;
      if (provider === 'platform' || url === null) return platform(organisation);
      const cached = models.get(url) ?? served(url);
      models.set(url, cached);
      return cached;
    },
  };
}

/** Uses the first model that a server lists. The key of another model is not sent to it. */
function served(baseUrl: string): LanguageModel {
  let opening: Promise<LanguageModel | undefined> | undefined;
  const opened = (): Promise<LanguageModel | undefined> => {
    opening ??= servedModelAt(baseUrl, listingMs).then((servedModel) => {
      if (typeof servedModel === 'object') return createLanguageModel(servedModel);
      opening = undefined;
      return undefined;
    });
    return opening;
  };
  const unreachable = { kind: 'failed', code: 'llm_error' } as const;
  return {
    text: async (request) => (await opened())?.text(request) ?? unreachable,
    object: async (request) => (await opened())?.object(request) ?? unreachable,
  };
}
