import { randomUUID } from 'node:crypto';
import type { OrganisationId, TenantQueries } from '../../../data/index.ts';
import type { Jobs } from '../../../jobs/index.ts';
import type { OutboxStore } from './outbox-store.ts';
import type { WebhookEvent } from './schema.ts';

/** An event. `data` is only called if a webhook receives it. */
export interface News {
  readonly event: WebhookEvent;
  data(): Promise<object>;
}

/** Stores events in the transaction of the change that they report. */
export interface Outbox {
  put(queries: TenantQueries, organisationId: OrganisationId, news: readonly News[]): Promise<void>;
}

export interface OutboxOptions {
  readonly store: OutboxStore;
  readonly jobs: Pick<Jobs, 'enqueue'>;
  readonly now: () => Date;
}

/** One job at a time for each organisation, so that its deliveries stay in order. */
export const deliveryJob = (organisationId: OrganisationId) =>
  ({ kind: 'webhooks.deliver', organisationId, payload: {}, uniqueKey: 'deliver' }) as const;

const placesPerMs = 1000;

export function createOutbox({ store, jobs, now }: OutboxOptions): Outbox {
  let last = 0;
  /**
   * Returns a position derived from the clock, but always increasing, so that events within a millisecond keep their
   * order.
   */
  const nextPosition = (atMs: number): number => {
    last = Math.max(last + 1, atMs * placesPerMs);
    return last;
  };
  return {
    async put(queries, organisationId, news) {
      if (news.length === 0) return;
      const webhooks = await store.active(queries);
      const rows: Parameters<OutboxStore['add']>[1][number][] = [];
      for (const { event, data } of news) {
        // A webhook with a damaged list receives nothing, and the end of the call is stored nevertheless.
        const wanting = webhooks.filter(({ events }) => Array.isArray(events) && events.includes(event));
        if (wanting.length === 0) continue;
        const at = now();
        const createdAt = at.toISOString();
        const body = JSON.stringify({ event, timestamp: createdAt, data: await data() });
        const common = { eventUuid: randomUUID(), eventType: event, body, createdAt, attemptedAt: null };
        const unanswered = { responseStatus: 0, success: false, errorMessage: '', attempts: [] };
        for (const { uuid: webhookUuid } of wanting)
          rows.push({
            ...common,
            ...unanswered,
            uuid: randomUUID(),
            webhookUuid,
            position: nextPosition(at.getTime()),
          });
      }
      if (rows.length === 0) return;
      await store.add(queries, rows);
      await jobs.enqueue(queries.system, deliveryJob(organisationId));
    },
  };
}
