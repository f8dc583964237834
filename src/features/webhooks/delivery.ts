import { bind, type OrganisationId } from '../../data/index.ts';
import type { HttpClient } from '../../http-client/index.ts';
import type { Job, Jobs } from '../../jobs/index.ts';
import type { Log } from '../../log.ts';
import { secretTroubles } from '../../secrets/index.ts';
import { deliveryJob } from './outbox.ts';
import type { Attempt, OutboxStore } from './outbox-store.ts';
import { isOwnHeader } from './schema.ts';
import type { SealedParts } from './sealed-part.ts';
import { signatureOf } from './signature.ts';

export interface DeliveryOptions {
  readonly store: OutboxStore;
  readonly sealed: SealedParts;
  readonly httpClient: Pick<HttpClient, 'post'>;
  readonly jobs: Pick<Jobs, 'enqueue' | 'handle'>;
  readonly log: Log;
  readonly now: () => Date;
  /** Monotonic milliseconds. */
  readonly nowMs: () => number;
}

/** Organisations that are sent to at once. Each waits for the network nearly all the time. */
const deliveriesAtOnce = 32;
/** Then it is the turn of another organisation, if one waits for a place. */
const turnMs = 2000;
const turnDeliveries = 50;
const keptLog = 200;
const maxWaiting = 10_000;

const unanswered = 'The server stopped while sending. Delivery is unknown.';
const tooMany = `Not sent: more than ${maxWaiting} deliveries were queued.`;

/** Sends what is in the outbox, one delivery of an organisation after the other, each once. */
export function handleDeliveries(options: DeliveryOptions): void {
  const { store, jobs, now, nowMs, log } = options;
  jobs.handle('webhooks.deliver', turn, { concurrency: deliveriesAtOnce });

  async function turn(job: Job): Promise<void> {
    const organisationId = job.organisationId as OrganisationId;
    const beganMs = nowMs();
    const shed = await store.shed(organisationId, maxWaiting, now().toISOString(), tooMany);
    if (shed > 0) log.warn({ organisationId, shed }, 'dropped webhook deliveries because the queue was full');
    for (let sent = 0; sent < turnDeliveries && nowMs() - beganMs < turnMs && !job.signal.aborted; sent++) {
      const attempt = await store.take(organisationId, now().toISOString(), unanswered);
      if (attempt === undefined) break;
      await deliver(organisationId, attempt, job.signal);
    }
    await job.complete(async (queries) => {
      // What was put down while the key of this job was still taken has no job of its own.
      if (await store.isWaiting(bind(queries, organisationId)))
        await jobs.enqueue(queries, deliveryJob(organisationId));
    });
  }

  async function deliver(organisationId: OrganisationId, attempt: Attempt, signal: AbortSignal): Promise<void> {
    const answer = await send(organisationId, attempt, signal);
    // Of what we cut off ourselves it is written already that nobody knows.
    if (signal.aborted && answer.responseStatus === 0) return;
    await store.answered(organisationId, attempt.delivery, answer, keptLog);
  }

  async function send(organisationId: OrganisationId, { delivery, webhook }: Attempt, signal: AbortSignal) {
    const part = await options.sealed.get(organisationId, webhook.uuid);
    if (typeof part === 'string') return failure(0, `Not sent: signing failed. ${secretTroubles[part]}`);
    const body = Buffer.from(delivery.body);
    const headers = {
      ...Object.fromEntries(Object.entries(part.headers).filter(([name]) => !isOwnHeader(name))),
      'Content-Type': 'application/json',
      'User-Agent': 'Parley-Webhook',
      'X-Webhook-Id': delivery.eventUuid,
      'X-Webhook-Timestamp': String(Math.floor(now().getTime() / 1000)),
      'X-Webhook-Signature': signatureOf(part.secret, body),
    };
    const { status, error } = await options.httpClient.post({ url: webhook.url, headers, body, signal });
    if (status >= 200 && status < 300) return { responseStatus: status, success: true, errorMessage: '' };
    return failure(status, status === 0 ? error : said(status));
  }
}

const failure = (responseStatus: number, errorMessage: string) => ({ responseStatus, success: false, errorMessage });

const said = (status: number): string =>
  `The receiver returned ${status}${status >= 300 && status < 400 ? '; redirects are not followed' : ''}.`;
