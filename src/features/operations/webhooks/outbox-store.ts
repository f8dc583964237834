import { and, asc, desc, eq, isNotNull, isNull, lt, lte, ne, type SQL } from 'drizzle-orm';
import { type Database, forOrganisation, type OrganisationId, type TenantQueries } from '../../../data/index.ts';
import {
  type AttemptResult,
  attemptsOf,
  begun,
  type DeliveryAttempt,
  isBeingSent,
  maxAttempts,
  resultOf,
} from './attempts.ts';
import type { DeliveryRow, WebhookRow } from './store.ts';

export interface Attempt {
  readonly delivery: DeliveryRow;
  readonly webhook: WebhookRow;
  /** Index of the attempt within the delivery. */
  readonly nth: number;
}

export interface Answered {
  readonly delivery: Pick<DeliveryRow, 'uuid' | 'webhookUuid'>;
  readonly nth: number;
  readonly result: AttemptResult;
  /** Maximum number of log entries of the webhook; the newest are kept. */
  readonly keep: number;
}

export type Retaken =
  | { readonly kind: 'taken'; readonly attempt: Attempt }
  | { readonly kind: 'unknown' | 'waiting' | 'sending' | 'delivered' | 'not_kept' | 'too_often' };

export interface OutboxStore {
  /** Returns the active webhooks of the organisation. */
  active(queries: TenantQueries): Promise<WebhookRow[]>;
  add(queries: TenantQueries, rows: readonly Omit<DeliveryRow, 'organisationId'>[]): Promise<void>;
  /**
   * Returns the next waiting delivery and records the attempt without a result, so that a crash cannot cause an
   * automatic repetition. Undefined if none is waiting.
   */
  take(organisationId: OrganisationId, at: string): Promise<Attempt | undefined>;
  /** Same as `take`, for a failed delivery that a person repeats. Bodies of events before `since` are not kept. */
  retake(organisationId: OrganisationId, uuid: string, when: { at: string; since: string }): Promise<Retaken>;
  /** Stores the result of an attempt. Returns the delivery, or undefined if it was deleted. */
  answered(organisationId: OrganisationId, answered: Answered): Promise<DeliveryRow | undefined>;
  /** Marks the oldest deliveries beyond `most` as not sent. Returns their number. */
  shed(organisationId: OrganisationId, most: number, at: string, why: string): Promise<number>;
  /** Deletes the bodies of attempted deliveries of all organisations whose event is older. */
  forget(before: string): Promise<void>;
  isWaiting(queries: TenantQueries): Promise<boolean>;
}

/** Returns why a delivery cannot be sent again; undefined if it can. */
function obstacleTo(delivery: DeliveryRow, at: string, since: string) {
  if (delivery.attemptedAt === null) return 'waiting';
  if (delivery.success) return 'delivered';
  if (delivery.body === '' || delivery.createdAt < since) return 'not_kept';
  if (isBeingSent(delivery, at)) return 'sending';
  return attemptsOf(delivery).length >= maxAttempts ? 'too_often' : undefined;
}

export function createOutboxStore(database: Database): OutboxStore {
  const { webhooks, webhookDeliveries } = database.tables;
  const of = (organisationId: OrganisationId) => forOrganisation(database, organisationId);
  const waits = isNull(webhookDeliveries.attemptedAt);
  const isTried = isNotNull(webhookDeliveries.attemptedAt);
  /** Runs in the transaction that found the delivery. */
  async function begin(
    queries: TenantQueries,
    delivery: DeliveryRow,
    at: string,
    by: DeliveryAttempt['by'],
  ): Promise<Attempt | undefined> {
    const before = attemptsOf(delivery);
    const attempts = [...before, begun(at, by)];
    const tried = { ...resultOf(attempts), attemptedAt: delivery.attemptedAt ?? at };
    await queries.update(webhookDeliveries, tried, eq(webhookDeliveries.uuid, delivery.uuid));
    const ofWebhook = eq(webhooks.uuid, delivery.webhookUuid);
    await queries.update(webhooks, { lastTriggeredAt: at }, ofWebhook);
    const [webhook] = await queries.select(webhooks, ofWebhook);
    return webhook && { delivery, webhook, nth: before.length };
  }
  return {
    active: (queries) => queries.select(webhooks, eq(webhooks.isActive, true)),
    add: (queries, rows) => queries.insert(webhookDeliveries, rows),
    take: (organisationId, at) =>
      of(organisationId).tx(async (queries) => {
        const first = { orderBy: [asc(webhookDeliveries.position)], limit: 1 };
        const [delivery] = await queries.select(webhookDeliveries, waits, first);
        return delivery && begin(queries, delivery, at, 'event');
      }),
    retake: (organisationId, uuid, { at, since }) =>
      of(organisationId).tx(async (queries): Promise<Retaken> => {
        const [delivery] = await queries.lock(webhookDeliveries, eq(webhookDeliveries.uuid, uuid));
        if (delivery === undefined) return { kind: 'unknown' };
        const obstacle = obstacleTo(delivery, at, since);
        if (obstacle !== undefined) return { kind: obstacle };
        const attempt = await begin(queries, delivery, at, 'person');
        return attempt === undefined ? { kind: 'unknown' } : { kind: 'taken', attempt };
      }),
    answered: (organisationId, { delivery: { uuid, webhookUuid }, nth, result, keep }) =>
      of(organisationId).tx(async (queries) => {
        const [row] = await queries.lock(webhookDeliveries, eq(webhookDeliveries.uuid, uuid));
        if (row === undefined) return undefined;
        const attempts = attemptsOf(row).map((each, place) => (place === nth ? { ...each, ...result } : each));
        const now = resultOf(attempts);
        await queries.update(webhookDeliveries, now, eq(webhookDeliveries.uuid, uuid));
        const tried = and(eq(webhookDeliveries.webhookUuid, webhookUuid), isTried);
        const after = { orderBy: [desc(webhookDeliveries.position)], limit: 1, offset: keep };
        const [old] = await queries.pick(webhookDeliveries, { position: webhookDeliveries.position }, tried, after);
        if (old !== undefined)
          await queries.delete(webhookDeliveries, and(tried, lte(webhookDeliveries.position, old.position)) as SQL);
        return { ...row, ...now };
      }),
    shed: (organisationId, most, at, why) =>
      of(organisationId).tx(async (queries) => {
        const after = { orderBy: [desc(webhookDeliveries.position)], limit: 1, offset: most };
        const [old] = await queries.pick(webhookDeliveries, { position: webhookDeliveries.position }, waits, after);
        if (old === undefined) return 0;
        const beyond = and(waits, lte(webhookDeliveries.position, old.position)) as SQL;
        const unsent = { attemptedAt: at, body: '', responseStatus: 0, success: false, errorMessage: why };
        return queries.update(webhookDeliveries, unsent, beyond);
      }),
    async forget(before) {
      const old = and(isTried, lt(webhookDeliveries.createdAt, before), ne(webhookDeliveries.body, ''));
      await database.system.tx((queries) => queries.update(webhookDeliveries).set({ body: '' }).where(old));
    },
    isWaiting: async (queries) =>
      (await queries.pick(webhookDeliveries, { uuid: webhookDeliveries.uuid }, waits, { limit: 1 })).length > 0,
  };
}
