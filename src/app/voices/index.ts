import type { Platform } from '../platform/index.ts';
import type { ModuleList } from '../platform/module.ts';
import { openLanguageModelModule } from './language-model-module.ts';
import { openVoicesModule } from './voices-module.ts';

export type Voices = ReturnType<typeof openVoices>;

/** Opens speech engines, voices and language models. */
export function openVoices(list: ModuleList, platform: Platform) {
  const { longestFitMs, openLikeness } = platform.overrides;
  const voices = list.add(
    openVoicesModule({
      ...platform,
      ...(longestFitMs !== undefined && { longestFitMs }),
      ...(openLikeness !== undefined && { openLikeness }),
      hasStoredModel: (): Promise<boolean> => languageModel.isStored(),
    }),
  );
  const { modelRouting } = voices;
  const languageModel = list.add(openLanguageModelModule({ ...platform, modelRouting }));
  return { ...voices, languageModel };
}
