import type { Config } from '../../config/config.ts';
import type { ModelRoutings } from '../../features/voices/model-routing/index.ts';

/** Returns which recognisers calls use, by the provider of their voice. */
export function createRecogniserChoice(
  { modelsDir, speechServers: servers }: Config['media'],
  modelRouting: Pick<ModelRoutings, 'get'>,
) {
  /** Returns the configured recognisers; undefined where the models cannot be read. */
  async function listed() {
    const { listRecognisers } = await import('../../../media/index.ts');
    return listRecognisers({ modelsDir, servers }).catch(() => undefined);
  }

  return {
    /**
     * Returns the languages that calls with a voice of this provider can recognise; undefined where the models cannot
     * be read.
     */
    async recognised(provider: string): Promise<readonly string[] | undefined> {
      const { stt_model: routed } = await modelRouting.get();
      const all = await listed();
      const used = all?.filter((each) => each.isEmbedded || each.provider === provider || each.provider === routed);
      return used && [...new Set(used.flatMap(({ languages }) => languages))];
    },
    /** Returns the recognisers that calls with a voice of this provider use, the preferred one first. */
    async recognisersOf(provider: string) {
      const { stt_model: routed } = await modelRouting.get();
      const all = (await listed()) ?? [];
      const rank = (each: (typeof all)[number]): number => {
        if (each.provider === routed) return 0;
        if (each.recognisesOwnCalls && each.provider === provider) return 1;
        return each.isEmbedded ? 2 : 3;
      };
      return all
        .filter((each) => each.languages.length > 0 && (rank(each) < 3 || each.provider === provider))
        .toSorted((a, b) => rank(a) - rank(b));
    },
  };
}
