import {
  type DescribedRouting,
  type ModelRouting,
  type ModelRoutingPatch,
  modelRouting,
  stages,
  unset,
} from './schema.ts';
import type { ModelRoutingStore } from './store.ts';

export interface ModelRoutings {
  /** Returns the routing for the next call. */
  get(): Promise<ModelRouting>;
  /** Omitted fields are unchanged. If the result would be invalid, returns a sentence that names the field. */
  change(patch: ModelRoutingPatch): Promise<ModelRouting | { readonly refused: string }>;
}

const standard: ModelRouting = { stt_model: 'gpu', diarization: unset, embedding: unset, vllm: unset };

/** Configures the speech recognition engine and external inference servers. */
export const createModelRouting = (store: ModelRoutingStore, now: () => Date): ModelRoutings => ({
  get: async () => routingOf(await store.get()),
  async change(patch) {
    let refused: string | undefined;
    const stored = await store.change((before) => {
      const current = routingOf(before);
      const next = merged(current, patch);
      refused = refusalOf(next);
      return refused === undefined ? next : current;
    }, now().toISOString());
    return refused === undefined ? stored : { refused };
  },
});

/** Values stored by an earlier version lack fields added since. */
const routingOf = (stored: unknown): ModelRouting =>
  modelRouting.catch(standard).parse({ ...standard, ...(stored as Partial<ModelRouting> | undefined) });

function merged(before: ModelRouting, patch: ModelRoutingPatch): ModelRouting {
  const stageToJson = (stage: (typeof stages)[number]) => ({
    enabled: patch[stage]?.enabled ?? before[stage].enabled,
    url: patch[stage]?.url === undefined ? before[stage].url : patch[stage].url,
  });
  return {
    stt_model: patch.stt_model ?? before.stt_model,
    diarization: stageToJson('diarization'),
    embedding: stageToJson('embedding'),
    vllm: stageToJson('vllm'),
  };
}

function refusalOf(routing: ModelRouting): string | undefined {
  const without = stages.find((stage) => routing[stage].enabled && routing[stage].url === null);
  return without && `body ${without}.url: must be set while ${without} is enabled. Send the address of a server.`;
}

/** With the enabled stages whose server nothing asks, where there are any. */
export function describeRouting(routing: ModelRouting, hasStoredModel: boolean): DescribedRouting {
  const isUsed = { diarization: false, embedding: false, vllm: !hasStoredModel };
  const unused = stages.filter((stage) => routing[stage].enabled && !isUsed[stage]);
  return unused.length === 0 ? routing : { ...routing, unused_stages: unused };
}
