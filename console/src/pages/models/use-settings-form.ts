import { useQueryClient } from '@tanstack/react-query';
import type { Answer } from '../../server/ask.ts';
import { putInCache } from '../../server/put-in-cache.ts';
import { type DraftForm, useDraft } from '../../shared/form/use-draft.ts';

interface SettingsFormOptions<T> {
  readonly settings: T;
  readonly queryKey: readonly string[];
  readonly send: (draft: T) => Promise<Answer<T>>;
  /** Fields whose faults the form marks. */
  readonly shown: readonly string[];
}

/** Settings during editing, and saving them. */
export function useSettingsForm<T extends object>({
  settings,
  queryKey,
  send,
  shown,
}: SettingsFormOptions<T>): DraftForm<T> {
  const queries = useQueryClient();
  return useDraft({
    from: settings,
    prepare: (body) => ({ ok: true, body }),
    shown: () => shown,
    send,
    savedAs: (saved) => saved,
    onDone: (saved) => putInCache(queries, queryKey, saved),
  });
}
