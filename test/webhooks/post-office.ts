import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { forOrganisation, type OrganisationId } from '../../src/data/index.ts';
import {
  createOutbox,
  createOutboxStore,
  createSealedParts,
  createSender,
  createWebhookStore,
  createWebhooks,
  handleDeliveries,
} from '../../src/features/operations/webhooks/index.ts';
import { createHttpClient, type HttpClientOptions } from '../../src/http-client/index.ts';
import { createJobs } from '../../src/jobs/index.ts';
import { createLog } from '../../src/log.ts';
import { createSecretSettings, createSettingStore } from '../../src/sealed-settings/index.ts';
import { createSealer } from '../../src/secrets/index.ts';
import { openAt, type TestDatabase } from '../data/databases.ts';

const page = { limit: 100, offset: 0 };

/** Opens all of webhook delivery on a separate database, without calls. Sends nothing before `start`. */
export async function openPostOffice(
  place: Awaited<ReturnType<TestDatabase['place']>>,
  options: Partial<HttpClientOptions> = {},
) {
  const database = await openAt(place);
  const owner = await database.ownerLock();
  const log = createLog({ level: 'silent' });
  const now = (): Date => new Date();
  const nowMs = (): number => performance.now();
  const jobs = createJobs(database, { log, owner, now, nowMs });
  const sealer = createSealer('k'.repeat(32));
  const sealed = createSealedParts(createSecretSettings(createSettingStore(database), sealer, now));
  const httpClient = createHttpClient({ allowedHosts: ['127.0.0.1'], ...options });
  const store = createOutboxStore(database);
  const send = createSender({ sealed, httpClient, now, nowMs });
  handleDeliveries({ store, send, jobs, log, now, nowMs });
  const outbox = createOutbox({ store, jobs, now });
  const webhookStore = createWebhookStore(database);
  const webhooks = createWebhooks({ store: webhookStore, outbox: store, send, sealed, httpClient, now });
  onTestFinished(async () => {
    await jobs.close({ graceMs: 0 });
    await owner.close();
  });
  return {
    database,
    start: jobs.start,
    round: jobs.round,
    webhooks,
    store,
    async register(organisation: OrganisationId, url: string, headers: Record<string, string> = {}) {
      const made = await webhooks.create(organisation, { name: 'w', url, events: ['call.ended'], headers });
      if (made.kind !== 'made') throw new Error(`the webhook is ${made.kind}`);
      return made;
    },
    put: (organisation: OrganisationId, data: object = {}) =>
      forOrganisation(database, organisation).tx((queries) =>
        outbox.put(queries, organisation, [{ event: 'call.ended', data: async () => data }]),
      ),
    /** Oldest first. */
    async log(organisation: OrganisationId, uuid: string) {
      const found = await webhooks.log(organisation, uuid, page);
      return (found?.rows ?? []).reverse().map(({ responseStatus, success, errorMessage }) => ({
        responseStatus,
        success,
        errorMessage,
      }));
    },
  };
}

export const newOrganisation = (): OrganisationId => randomUUID() as OrganisationId;
