import type { Embed } from '../../media/retrieval/index.ts';

export interface EmbeddingModel {
  readonly embed: Embed;
  close(): Promise<void>;
}

/** Loads an embedding model on first use. After a failure, waits before trying again. */
export function openedWhenNeeded(
  open: () => Promise<EmbeddingModel>,
  { nowMs, onTrouble }: { readonly nowMs: () => number; readonly onTrouble: (error: unknown) => void },
): EmbeddingModel {
  let opened: Promise<EmbeddingModel> | undefined;
  let notBeforeMs = Number.NEGATIVE_INFINITY;
  const model = (): Promise<EmbeddingModel> => {
    if (opened !== undefined) return opened;
    if (nowMs() < notBeforeMs) return Promise.reject(new Error('failed to open the embedding model'));
    opened = open();
    opened.catch((error: unknown) => {
      opened = undefined;
      notBeforeMs = nowMs() + retryMs;
      onTrouble(error);
    });
    return opened;
  };
  return {
    embed: async (texts) => (await model()).embed(texts),
    close: async () => (await opened?.catch(() => undefined))?.close(),
  };
}

const retryMs = 60_000;
