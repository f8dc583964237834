import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../data/index.ts';
import {
  createOutbox,
  createOutboxStore,
  createSealedParts,
  createSender,
  createWebhookStore,
  createWebhooks,
  handleDeliveries,
  type Outbox,
  registerWebhookRoutes,
  type Webhooks,
} from '../../features/operations/webhooks/index.ts';
import { createHttpClient } from '../../http-client/index.ts';
import type { Jobs } from '../../jobs/index.ts';
import type { Log } from '../../log.ts';
import { openSettings } from '../platform/settings.ts';

export interface WebhooksModuleOptions {
  readonly config: Pick<Config, 'accounts' | 'data' | 'webhooks'>;
  readonly database: Database;
  readonly jobs: Jobs;
  readonly log: Log;
  readonly now: () => Date;
  readonly nowMs: () => number;
}

/** Webhooks and the outbox from which their events are sent. */
export interface WebhooksModule {
  readonly webhooks: Webhooks;
  readonly announce: Outbox['put'];
  routes(app: FastifyInstance): void;
}

export function openWebhooksModule({ config, database, jobs, log, now, nowMs }: WebhooksModuleOptions): WebhooksModule {
  const settings = openSettings(database, { config, log, now });
  const sealed = createSealedParts(settings);
  const httpClient = createHttpClient(config.webhooks);
  const store = createOutboxStore(database);
  const send = createSender({ sealed, httpClient, now, nowMs });
  handleDeliveries({ store, send, jobs, log, now, nowMs });
  const webhooks = createWebhooks({
    store: createWebhookStore(database),
    outbox: store,
    send,
    sealed,
    httpClient,
    now,
  });
  return {
    webhooks,
    announce: createOutbox({ store, jobs, now }).put,
    routes: (app) => registerWebhookRoutes(app, webhooks),
  };
}
