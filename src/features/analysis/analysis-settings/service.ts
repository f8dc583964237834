import type { OrganisationId } from '../../../data/index.ts';
import { type OrganisationSettings, off, type Routing, type RoutingPatch, type Stage } from './schema.ts';
import type { AnalysisSettingStore } from './store.ts';

export interface AnalysisSettingsOptions {
  readonly store: AnalysisSettingStore;
  /** Returns whether the installation or any of its organisations has a language model. */
  readonly hasModel: () => Promise<boolean>;
  readonly now: () => Date;
}

/** Settings of analysis, for the deployment and for each organisation. */
export interface AnalysisSettings {
  routing(): Promise<Routing>;
  /** Returns the routing in effect, or what is wrong with the patch. */
  route(patch: RoutingPatch): Promise<Routing | string>;
  settings(organisation: OrganisationId): Promise<OrganisationSettings>;
  change(organisation: OrganisationId, patch: Partial<OrganisationSettings>): Promise<OrganisationSettings>;
}

export function createAnalysisSettings(options: AnalysisSettingsOptions): AnalysisSettings {
  const { store, hasModel, now } = options;
  const initialOf = (isConnected: boolean): Routing => ({
    stt_model: 'gpu',
    diarization_url: null,
    translation: off,
    custom_analysis: { ...off, enabled: isConnected },
  });

  function wrongWith(patch: RoutingPatch, after: Routing, isConnected: boolean): string | undefined {
    if (patch.stt_model === 'speech_a')
      return 'stt_model cannot be speech_a: analysis has no recogniser of that provider yet. Use gpu.';
    if (patch.diarization_url != null) return 'diarization_url cannot be set: no external diarisation is supported.';
    for (const name of ['translation', 'custom_analysis'] as const) {
      const { enabled, provider, vllm_endpoint } = after[name];
      if (patch[name] === undefined || !enabled) continue;
      if (provider === 'vllm' && vllm_endpoint === null)
        return `${name}.vllm_endpoint must be set while the provider is vllm.`;
      if (provider === 'platform' && !isConnected)
        return `${name} has no language model: connect one on the page Models, or use the provider vllm.`;
    }
    return undefined;
  }

  return {
    routing: async () => (await store.routing()) ?? initialOf(await hasModel()),
    async route(patch) {
      const isConnected = await hasModel();
      const change = (before = initialOf(isConnected)): Routing | string => {
        const after = merged(before, patch);
        return wrongWith(patch, after, isConnected) ?? after;
      };
      return store.changeRouting(change, now().toISOString());
    },
    settings: store.settings,
    change: store.changeSettings,
  };
}

/** Fields with the value undefined count as omitted. */
function merged(before: Routing, patch: RoutingPatch): Routing {
  const stageOf = (name: 'translation' | 'custom_analysis'): Stage => ({
    ...before[name],
    ...present(patch[name] ?? {}),
  });
  return {
    ...before,
    ...present({ stt_model: patch.stt_model, diarization_url: patch.diarization_url }),
    translation: stageOf('translation'),
    custom_analysis: stageOf('custom_analysis'),
  };
}

const present = <T extends object>(patch: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) as never;
