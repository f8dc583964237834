import { z } from 'zod';
import { createLanguageModel, type LanguageModel, type LanguageModelConfig } from '../../llm/index.ts';
import type { Stage } from './schema.ts';

export interface LanguageModels {
  /** Returns the model of a stage; undefined if the stage is off or no model is configured. */
  of(stage: Stage): LanguageModel | undefined;
}

const listed = z.object({ data: z.array(z.object({ id: z.string() })).min(1) });
const listingMs = 5000;

/** Keeps one client for each server, so that its limits apply across jobs. */
export function createLanguageModels(platform: LanguageModelConfig | undefined): LanguageModels {
  const platformModel = platform && createLanguageModel(platform);
  const models = new Map<string, LanguageModel>();
  return {
    of({ enabled, provider, vllm_endpoint: url }) {
      if (!enabled) return undefined;
      if (provider === 'platform' || url === null) return platformModel;
      const known = models.get(url) ?? served(url);
      models.set(url, known);
      return known;
    },
  };
}

/** Uses the first model that a server lists. The key of `LLM_BASE_URL` is not sent to it. */
function served(baseUrl: string): LanguageModel {
  let opening: Promise<LanguageModel> | undefined;
  const open = (): Promise<LanguageModel> => {
    opening ??= nameOf(baseUrl).then(
      (model) => createLanguageModel({ baseUrl, model }),
      (error) => {
        opening = undefined;
        throw error;
      },
    );
    return opening;
  };
  const unreachable = { kind: 'failed', code: 'llm_error' } as const;
  const opened = () => open().catch(() => undefined);
  return {
    text: async (asked) => (await opened())?.text(asked) ?? unreachable,
    object: async (asked) => (await opened())?.object(asked) ?? unreachable,
  };
}

async function nameOf(baseUrl: string): Promise<string> {
  const url = `${baseUrl.replace(/\/+$/, '')}/models`;
  const response = await fetch(url, { signal: AbortSignal.timeout(listingMs), redirect: 'error' });
  return listed.parse(await response.json()).data[0]?.id ?? '';
}
