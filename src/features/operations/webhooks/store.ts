import { and, asc, desc, eq, isNotNull } from 'drizzle-orm';
import { type Database, forOrganisation, type OrganisationId, type Tables } from '../../../data/index.ts';

export type WebhookRow = Tables['webhooks']['$inferSelect'];
export type DeliveryRow = Tables['webhookDeliveries']['$inferSelect'];

interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** Undefined fields are unchanged. */
export interface WebhookChange {
  readonly name?: string | undefined;
  readonly url?: string | undefined;
  readonly events?: readonly string[] | undefined;
  readonly isActive?: boolean | undefined;
}

export interface WebhookStore {
  /** Returns false if the organisation already has `most` webhooks. */
  add(organisationId: OrganisationId, webhook: Omit<WebhookRow, 'organisationId'>, most: number): Promise<boolean>;
  list(organisationId: OrganisationId, page: Page): Promise<{ rows: WebhookRow[]; total: number }>;
  get(organisationId: OrganisationId, uuid: string): Promise<WebhookRow | undefined>;
  /** Returns undefined if the webhook does not exist. */
  change(organisationId: OrganisationId, uuid: string, change: WebhookChange): Promise<WebhookRow | undefined>;
  /** Deletes a webhook with its pending deliveries and its log. */
  remove(organisationId: OrganisationId, uuid: string): Promise<boolean>;
  /** Returns delivery attempts, newest first; undefined if the webhook does not exist. */
  log(
    organisationId: OrganisationId,
    uuid: string,
    page: Page,
  ): Promise<{ rows: DeliveryRow[]; total: number } | undefined>;
}

export function createWebhookStore(database: Database): WebhookStore {
  const { webhooks, webhookDeliveries } = database.tables;
  const of = (organisationId: OrganisationId) => forOrganisation(database, organisationId);
  return {
    add: (organisationId, webhook, most) =>
      of(organisationId).tx(async (queries) => {
        if ((await queries.count(webhooks)) >= most) return false;
        await queries.insert(webhooks, [webhook]);
        return true;
      }),
    async list(organisationId, page) {
      const { read } = of(organisationId);
      const orderBy = [asc(webhooks.createdAt), asc(webhooks.uuid)];
      const rows = await read.select(webhooks, undefined, { ...page, orderBy });
      return { rows, total: await read.count(webhooks) };
    },
    async get(organisationId, uuid) {
      const [row] = await of(organisationId).read.select(webhooks, eq(webhooks.uuid, uuid));
      return row;
    },
    change: (organisationId, uuid, change) =>
      of(organisationId).tx(async (queries) => {
        const ofWebhook = eq(webhooks.uuid, uuid);
        const [was] = await queries.lock(webhooks, ofWebhook);
        if (was === undefined) return undefined;
        const { name = was.name, url = was.url, events = was.events, isActive = was.isActive } = change;
        await queries.update(webhooks, { name, url, events, isActive }, ofWebhook);
        return { ...was, name, url, events, isActive };
      }),
    remove: (organisationId, uuid) =>
      of(organisationId).tx(async (queries) => {
        await queries.delete(webhookDeliveries, eq(webhookDeliveries.webhookUuid, uuid));
        return (await queries.delete(webhooks, eq(webhooks.uuid, uuid))) > 0;
      }),
    async log(organisationId, uuid, page) {
      const { read } = of(organisationId);
      if ((await read.count(webhooks, eq(webhooks.uuid, uuid))) === 0) return undefined;
      const tried = and(eq(webhookDeliveries.webhookUuid, uuid), isNotNull(webhookDeliveries.attemptedAt));
      const rows = await read.select(webhookDeliveries, tried, {
        ...page,
        orderBy: [desc(webhookDeliveries.position)],
      });
      return { rows, total: await read.count(webhookDeliveries, tried) };
    },
  };
}
