import { randomBytes, randomUUID } from 'node:crypto';
import type { OrganisationId } from '../../../data/index.ts';
import type { HttpClient } from '../../../http-client/index.ts';
import { type SecretTrouble, secretTroubles } from '../../../secrets/index.ts';
import { canRedeliver } from './attempts.ts';
import { keptLog, keptSince } from './delivery.ts';
import type { OutboxStore, Retaken } from './outbox-store.ts';
import { sampleData } from './samples.ts';
import { maxHeaders, type NewWebhook, type WebhookEvent, type WebhookPatch } from './schema.ts';
import type { SealedPart, SealedParts } from './sealed-part.ts';
import type { Sender, Sent } from './sender.ts';
import type { DeliveryRow, WebhookRow, WebhookStore } from './store.ts';

export type CreateResult =
  | { readonly kind: 'made'; readonly uuid: string; readonly secret: string }
  | { readonly kind: 'bad_url'; readonly detail: string }
  | { readonly kind: 'unsealed'; readonly detail: string }
  | { readonly kind: 'too_many' };

export type ChangeResult =
  | { readonly kind: 'changed'; readonly webhook: ListedWebhook }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'bad_request' | 'unsealed'; readonly detail: string };

export type Redelivered =
  | { readonly kind: 'sent'; readonly delivery: DeliveryRow }
  | { readonly kind: Exclude<Retaken['kind'], 'taken'> };

export interface ListedWebhook extends WebhookRow {
  /** Empty if they cannot be decrypted. */
  readonly headers: Readonly<Record<string, string>>;
}

interface Page {
  readonly limit: number;
  readonly offset: number;
}

export interface Webhooks {
  create(organisationId: OrganisationId, given: NewWebhook): Promise<CreateResult>;
  list(organisationId: OrganisationId, page: Page): Promise<{ webhooks: ListedWebhook[]; total: number }>;
  /** Omitted fields are unchanged; headers are merged, and `null` removes one. */
  change(organisationId: OrganisationId, uuid: string, patch: WebhookPatch): Promise<ChangeResult>;
  remove(organisationId: OrganisationId, uuid: string): Promise<boolean>;
  /** Sends a sample event, which is not logged. Returns undefined if the webhook does not exist. */
  test(
    organisationId: OrganisationId,
    uuid: string,
    event?: WebhookEvent,
  ): Promise<(Sent & { event: WebhookEvent }) | undefined>;
  /** Returns whether `redeliver` would accept the delivery now, apart from the age of its body. */
  canRedeliver(delivery: DeliveryRow): boolean;
  /** Sends a failed delivery once more. */
  redeliver(organisationId: OrganisationId, deliveryUuid: string): Promise<Redelivered>;
  /** Returns undefined if the webhook does not exist. */
  log(organisationId: OrganisationId, uuid: string, page: Page): ReturnType<WebhookStore['log']>;
}

export interface WebhooksOptions {
  readonly store: WebhookStore;
  readonly outbox: Pick<OutboxStore, 'retake' | 'answered'>;
  readonly send: Sender;
  readonly sealed: SealedParts;
  readonly httpClient: Pick<HttpClient, 'refusal'>;
  readonly now: () => Date;
}

export const maxWebhooks = 20;

export function createWebhooks({ store, outbox, send, sealed, httpClient, now }: WebhooksOptions): Webhooks {
  const headers = createWebhookHeaders(sealed);

  return {
    async create(organisationId, { name, url, events, headers: firstHeaders }) {
      const refusal = await httpClient.refusal(url);
      if (refusal !== undefined) return { kind: 'bad_url', detail: `body url: ${refusal}.` };
      const uuid = randomUUID();
      const secret = `whsec_${randomBytes(32).toString('base64url')}`;
      // The encrypted part is stored first: a webhook without its secret could never deliver.
      const trouble: SecretTrouble | undefined = await sealed.put(organisationId, uuid, {
        secret,
        headers: firstHeaders,
      });
      if (trouble !== undefined) return { kind: 'unsealed', detail: secretTroubles[trouble] };
      const createdAt = now().toISOString();
      const row = { uuid, name, url, events, isActive: true, createdAt, lastTriggeredAt: null };
      if (await store.add(organisationId, row, maxWebhooks)) return { kind: 'made', uuid, secret };
      await sealed.remove(organisationId, uuid);
      return { kind: 'too_many' };
    },
    async list(organisationId, page) {
      const { rows, total } = await store.list(organisationId, page);
      return { webhooks: await Promise.all(rows.map(headers.of)), total };
    },
    async change(organisationId, uuid, { headers: changes, is_active: isActive, ...fields }) {
      if ((await store.get(organisationId, uuid)) === undefined) return { kind: 'unknown' };
      const refusal = fields.url === undefined ? undefined : await httpClient.refusal(fields.url);
      if (refusal !== undefined) return { kind: 'bad_request', detail: `body url: ${refusal}.` };
      const refused = changes && (await headers.change(organisationId, uuid, changes));
      if (refused !== undefined) return refused;
      const row = await store.change(organisationId, uuid, { ...fields, isActive });
      return row === undefined ? { kind: 'unknown' } : { kind: 'changed', webhook: await headers.of(row) };
    },
    async test(organisationId, uuid, event) {
      const webhook = await store.get(organisationId, uuid);
      if (webhook === undefined) return undefined;
      const sample = event ?? ((webhook.events as WebhookEvent[])[0] as WebhookEvent);
      const at = now();
      const body = { event: sample, timestamp: at.toISOString(), test: true, data: sampleData(sample, at) };
      const eventUuid = randomUUID();
      return { event: sample, ...(await send(organisationId, { webhook, eventUuid, body: JSON.stringify(body) })) };
    },
    canRedeliver: (delivery) => canRedeliver(delivery, now().toISOString()),
    async redeliver(organisationId, deliveryUuid) {
      const at = now();
      const retaken = await outbox.retake(organisationId, deliveryUuid, { at: at.toISOString(), since: keptSince(at) });
      if (retaken.kind !== 'taken') return retaken;
      const { delivery, webhook, nth } = retaken.attempt;
      const { eventUuid, body } = delivery;
      const sent = await send(organisationId, { webhook, eventUuid, body });
      const { responseStatus, success, errorMessage, latencyMs } = sent;
      const result = { responseStatus, success, errorMessage, latencyMs };
      const after = await outbox.answered(organisationId, { delivery, nth, result, keep: keptLog });
      return after === undefined ? { kind: 'unknown' } : { kind: 'sent', delivery: after };
    },
    async remove(organisationId, uuid) {
      if (!(await store.remove(organisationId, uuid))) return false;
      await sealed.remove(organisationId, uuid);
      return true;
    },
    log: store.log,
  };
}

/** The headers of webhooks, which are stored encrypted. */
function createWebhookHeaders(sealed: SealedParts) {
  const of = async (row: WebhookRow): Promise<ListedWebhook> => {
    const part = await sealed.get(row.organisationId as OrganisationId, row.uuid);
    return { ...row, headers: typeof part === 'string' ? {} : part.headers };
  };
  async function change(
    organisationId: OrganisationId,
    uuid: string,
    changes: Readonly<Record<string, string | null>>,
  ): Promise<Extract<ChangeResult, { detail: string }> | undefined> {
    const part = await sealed.get(organisationId, uuid);
    if (typeof part === 'string') return { kind: 'unsealed', detail: secretTroubles[part] };
    const headers = mergedHeaders(part.headers, changes);
    if (Object.keys(headers).length > maxHeaders)
      return { kind: 'bad_request', detail: `body headers: must have at most ${maxHeaders} entries.` };
    const trouble = await sealed.put(organisationId, uuid, { ...part, headers });
    return trouble && { kind: 'unsealed', detail: secretTroubles[trouble] };
  }
  return { of, change };
}

/** Names of headers are case-insensitive. */
function mergedHeaders(
  before: SealedPart['headers'],
  changes: Readonly<Record<string, string | null>>,
): Record<string, string> {
  const changed = new Set(Object.keys(changes).map((name) => name.toLowerCase()));
  return Object.fromEntries([
    ...Object.entries(before).filter(([name]) => !changed.has(name.toLowerCase())),
    ...Object.entries(changes).filter((entry): entry is [string, string] => entry[1] !== null),
  ]);
}
