import type { People } from '../people/index.ts';
import type { Platform } from '../platform/index.ts';
import type { ModuleList } from '../platform/module.ts';
import type { Observation } from '../platform/observation.ts';
import type { Voices } from '../voices/index.ts';
import { openCallRecordsModule } from './call-records-module.ts';
import { openErasureModule } from './erasure-module.ts';
import { openRetentionModule } from './retention-module.ts';
import { openWebhooksModule } from './webhooks-module.ts';

export type Records = Awaited<ReturnType<typeof openRecords>>;

export interface RecordsParts {
  readonly people: People;
  readonly voices: Voices;
}

/** Opens what is stored about calls, the webhooks that announce it, and its end: erasure and retention. */
export async function openRecords(list: ModuleList, platform: Platform, { people, voices }: RecordsParts) {
  const { config, cluster, observation, placement } = platform;
  const { announce } = list.add(openWebhooksModule(platform));
  const records = list.add(
    await openCallRecordsModule({
      ...platform,
      slots: placement.slots,
      announce,
      saw: sawByAll([observation, voices.languageModel.reports]),
      onEnded: cluster.tellFreed,
    }),
  );
  const erasure = list.add(openErasureModule({ ...platform, config: config.data, records, people }));
  const { deletions } = list.add(openRetentionModule({ ...platform, erasure, people }));
  return { announce, records, erasure, deletions };
}

type Saw = Observation['saw'];

const sawByAll =
  (observers: readonly { readonly saw: Saw }[]): Saw =>
  (callUuid, event) => {
    for (const { saw } of observers) saw(callUuid, event);
  };
