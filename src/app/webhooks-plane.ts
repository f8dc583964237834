import type { Config } from '../config/config.ts';
import type { Database } from '../data/index.ts';
import {
  createOutbox,
  createOutboxStore,
  createSealedParts,
  createWebhookStore,
  createWebhooks,
  handleDeliveries,
  type Outbox,
  type Webhooks,
} from '../features/webhooks/index.ts';
import type { Jobs } from '../jobs/index.ts';
import type { Log } from '../log.ts';
import { createOutbound } from '../outbound/index.ts';
import { openSettings } from './settings.ts';

export interface WebhooksPlaneOptions {
  readonly config: Pick<Config, 'accounts' | 'webhooks'>;
  readonly database: Database;
  readonly jobs: Jobs;
  readonly log: Log;
  readonly now: () => Date;
  readonly nowMs: () => number;
}

/** Webhooks, what is put down for them, and who sends it. */
export interface WebhooksPlane {
  readonly webhooks: Webhooks;
  readonly announce: Outbox['put'];
}

export function openWebhooksPlane({ config, database, jobs, log, now, nowMs }: WebhooksPlaneOptions): WebhooksPlane {
  const settings = openSettings(database, config.accounts, now);
  const sealed = createSealedParts(settings);
  const outbound = createOutbound(config.webhooks);
  const store = createOutboxStore(database);
  handleDeliveries({ store, sealed, outbound, jobs, log, now, nowMs });
  return {
    webhooks: createWebhooks({ store: createWebhookStore(database), sealed, outbound, now }),
    announce: createOutbox({ store, jobs, now }).put,
  };
}
