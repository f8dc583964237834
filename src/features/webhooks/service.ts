import { randomBytes, randomUUID } from 'node:crypto';
import type { OrganisationId } from '../../data/index.ts';
import type { HttpClient } from '../../http-client/index.ts';
import { type SecretTrouble, secretTroubles } from '../../secrets/index.ts';
import type { NewWebhook } from './schema.ts';
import type { SealedParts } from './sealed-part.ts';
import type { WebhookRow, WebhookStore } from './store.ts';

export type CreateResult =
  | { readonly kind: 'made'; readonly uuid: string; readonly secret: string }
  | { readonly kind: 'bad_url'; readonly detail: string }
  | { readonly kind: 'unsealed'; readonly detail: string }
  | { readonly kind: 'too_many' };

export interface ListedWebhook extends WebhookRow {
  /** Empty where they cannot be read. */
  readonly headers: Readonly<Record<string, string>>;
}

interface Page {
  readonly limit: number;
  readonly offset: number;
}

export interface Webhooks {
  create(organisationId: OrganisationId, given: NewWebhook): Promise<CreateResult>;
  list(organisationId: OrganisationId, page: Page): Promise<{ webhooks: ListedWebhook[]; total: number }>;
  remove(organisationId: OrganisationId, uuid: string): Promise<boolean>;
  /** Undefined if the webhook does not exist. */
  log(organisationId: OrganisationId, uuid: string, page: Page): ReturnType<WebhookStore['log']>;
}

export interface WebhooksOptions {
  readonly store: WebhookStore;
  readonly sealed: SealedParts;
  readonly httpClient: Pick<HttpClient, 'refusal'>;
  readonly now: () => Date;
}

export const maxWebhooks = 20;

export function createWebhooks({ store, sealed, httpClient, now }: WebhooksOptions): Webhooks {
  const headersOf = async (row: WebhookRow): Promise<ListedWebhook> => {
    const part = await sealed.get(row.organisationId as OrganisationId, row.uuid);
    return { ...row, headers: typeof part === 'string' ? {} : part.headers };
  };
  return {
    async create(organisationId, { name, url, events, headers }) {
      const refusal = await httpClient.refusal(url);
      if (refusal !== undefined) return { kind: 'bad_url', detail: `body url: ${refusal}.` };
      const uuid = randomUUID();
      const secret = `whsec_${randomBytes(32).toString('base64url')}`;
      // What is sealed comes first: a webhook without its secret could never deliver.
      const trouble: SecretTrouble | undefined = await sealed.put(organisationId, uuid, { secret, headers });
      if (trouble !== undefined) return { kind: 'unsealed', detail: secretTroubles[trouble] };
      const createdAt = now().toISOString();
      const row = { uuid, name, url, events, isActive: true, createdAt, lastTriggeredAt: null };
      if (await store.add(organisationId, row, maxWebhooks)) return { kind: 'made', uuid, secret };
      await sealed.remove(organisationId, uuid);
      return { kind: 'too_many' };
    },
    async list(organisationId, page) {
      const { rows, total } = await store.list(organisationId, page);
      return { webhooks: await Promise.all(rows.map(headersOf)), total };
    },
    async remove(organisationId, uuid) {
      if (!(await store.remove(organisationId, uuid))) return false;
      await sealed.remove(organisationId, uuid);
      return true;
    },
    log: store.log,
  };
}
