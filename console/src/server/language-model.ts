import { useQuery } from '@tanstack/react-query';
import type { components, paths } from './api.d.ts';
import { answerTo, client, valueFrom } from './client.ts';

const url = '/api/settings/language-model';

export type LanguageModelSetting = components['schemas']['LanguageModelSetting'];
export type LanguageModelBody = paths[typeof url]['put']['requestBody']['content']['application/json'];
export type LanguageModelTest =
  paths['/api/settings/language-model/test']['post']['responses'][200]['content']['application/json'];

export const languageModelKey = ['language-model'] as const;

/** For superadmins only. */
export const useLanguageModel = (isAllowed: boolean) =>
  useQuery({
    queryKey: languageModelKey,
    queryFn: ({ signal }) => valueFrom(client.GET(url, { signal })),
    enabled: isAllowed,
  });

export const storeLanguageModel = (body: LanguageModelBody) => answerTo(client.PUT(url, { body }));
export const removeLanguageModel = () => answerTo(client.DELETE(url));
export const testLanguageModel = (body: LanguageModelBody) =>
  answerTo(client.POST('/api/settings/language-model/test', { body }));
