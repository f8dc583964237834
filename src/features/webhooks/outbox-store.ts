import { and, asc, desc, eq, isNotNull, isNull, lte, type SQL } from 'drizzle-orm';
import { type Database, forOrganisation, type OrganisationId, type TenantQueries } from '../../data/index.ts';
import type { DeliveryRow, WebhookRow } from './store.ts';

export interface Attempt {
  readonly delivery: DeliveryRow;
  readonly webhook: WebhookRow;
}

export interface OutboxStore {
  /** The active webhooks of the organisation. */
  active(queries: TenantQueries): Promise<WebhookRow[]>;
  add(queries: TenantQueries, rows: readonly Omit<DeliveryRow, 'organisationId'>[]): Promise<void>;
  /**
   * The next that waits, written down as tried and without an answer: whatever happens to us from here on, nobody tries
   * it again. Undefined when none waits.
   */
  take(organisationId: OrganisationId, at: string, unanswered: string): Promise<Attempt | undefined>;
  /** Keeps the newest `keep` of the webhook's log. */
  answered(
    organisationId: OrganisationId,
    delivery: Pick<DeliveryRow, 'uuid' | 'webhookUuid'>,
    answer: Pick<DeliveryRow, 'responseStatus' | 'success' | 'errorMessage'>,
    keep: number,
  ): Promise<void>;
  /** Writes down the oldest beyond `most` as not sent. Answers how many. */
  shed(organisationId: OrganisationId, most: number, at: string, why: string): Promise<number>;
  isWaiting(queries: TenantQueries): Promise<boolean>;
}

export function createOutboxStore(database: Database): OutboxStore {
  const { webhooks, webhookDeliveries } = database.tables;
  const of = (organisationId: OrganisationId) => forOrganisation(database, organisationId);
  const waits = isNull(webhookDeliveries.attemptedAt);
  const failed = (at: string, errorMessage: string) =>
    ({ attemptedAt: at, body: '', responseStatus: 0, success: false, errorMessage }) as const;
  return {
    active: (queries) => queries.select(webhooks, eq(webhooks.isActive, true)),
    add: (queries, rows) => queries.insert(webhookDeliveries, rows),
    take: (organisationId, at, unanswered) =>
      of(organisationId).tx(async (queries) => {
        const first = { orderBy: [asc(webhookDeliveries.position)], limit: 1 };
        const [delivery] = await queries.select(webhookDeliveries, waits, first);
        if (delivery === undefined) return undefined;
        await queries.update(webhookDeliveries, failed(at, unanswered), eq(webhookDeliveries.uuid, delivery.uuid));
        const own = eq(webhooks.uuid, delivery.webhookUuid);
        await queries.update(webhooks, { lastTriggeredAt: at }, own);
        const [webhook] = await queries.select(webhooks, own);
        return webhook && { delivery, webhook };
      }),
    answered: (organisationId, { uuid, webhookUuid }, answer, keep) =>
      of(organisationId).tx(async (queries) => {
        await queries.update(webhookDeliveries, answer, eq(webhookDeliveries.uuid, uuid));
        const tried = and(eq(webhookDeliveries.webhookUuid, webhookUuid), isNotNull(webhookDeliveries.attemptedAt));
        const after = { orderBy: [desc(webhookDeliveries.position)], limit: 1, offset: keep };
        const [old] = await queries.pick(webhookDeliveries, { position: webhookDeliveries.position }, tried, after);
        if (old === undefined) return;
        await queries.delete(webhookDeliveries, and(tried, lte(webhookDeliveries.position, old.position)) as SQL);
      }),
    shed: (organisationId, most, at, why) =>
      of(organisationId).tx(async (queries) => {
        const after = { orderBy: [desc(webhookDeliveries.position)], limit: 1, offset: most };
        const [old] = await queries.pick(webhookDeliveries, { position: webhookDeliveries.position }, waits, after);
        if (old === undefined) return 0;
        const beyond = and(waits, lte(webhookDeliveries.position, old.position)) as SQL;
        return queries.update(webhookDeliveries, failed(at, why), beyond);
      }),
    isWaiting: async (queries) =>
      (await queries.pick(webhookDeliveries, { uuid: webhookDeliveries.uuid }, waits, { limit: 1 })).length > 0,
  };
}
