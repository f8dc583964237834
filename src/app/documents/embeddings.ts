import type { EmbeddingModel } from '../../answers/index.ts';
import type { Config } from '../../config/config.ts';
import type { MediaPlane } from '../platform/overrides.ts';

/** Opens the model for document search; undefined where a stand-in for the media plane has none. */
export function embeddingsOf(
  { modelsDir, executionProviders: providers }: Config['media'],
  standIn: MediaPlane | undefined,
): (() => Promise<EmbeddingModel>) | undefined {
  // Imported late, like the media plane.
  if (standIn === undefined)
    return async () => (await import('../../../media/index.ts')).openEmbeddings({ modelsDir, providers });
  const { openEmbeddings: open } = standIn;
  return open && (() => open({ modelsDir, providers }));
}
