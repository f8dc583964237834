import { bind, isDiskTrouble, type OrganisationId } from '../../../data/index.ts';
import type { Job, Jobs } from '../../../jobs/index.ts';
import type { Log } from '../../../log.ts';
import { deliveryJob } from './outbox.ts';
import type { Attempt, OutboxStore } from './outbox-store.ts';
import type { Sender } from './sender.ts';

export interface DeliveryOptions {
  readonly store: OutboxStore;
  readonly send: Sender;
  readonly jobs: Pick<Jobs, 'enqueue' | 'handle'>;
  readonly log: Log;
  readonly now: () => Date;
  /** Returns monotonic milliseconds. */
  readonly nowMs: () => number;
}

/** Maximum number of organisations served concurrently. Each spends nearly all its time waiting for the network. */
const deliveriesAtOnce = 32;
/** Time after which another waiting organisation gets its turn. */
const turnMs = 2000;
const turnDeliveries = 50;
/** Number of deliveries of a webhook kept in its log. */
export const keptLog = 200;
const maxWaiting = 10_000;
/** Days for which the body of a failed delivery is kept for a redelivery; expired bodies are deleted hourly. */
const keptBodyDays = 7;
const forgetEveryMs = 3_600_000;

const notSent = 'Not sent: an internal error. The log of the server has the details.';
const tooMany = `Not sent: more than ${maxWaiting} deliveries were queued.`;

/** Sends the deliveries in the outbox, one at a time for each organisation, each once. */
export function handleDeliveries(options: DeliveryOptions): void {
  const { store, jobs, now, nowMs, log } = options;
  jobs.handle('webhooks.deliver', turn, { concurrency: deliveriesAtOnce });
  jobs.handle('webhooks.forget', () => store.forget(keptSince(now())), { everyMs: forgetEveryMs });

  async function turn(job: Job): Promise<void> {
    const organisationId = job.organisationId as OrganisationId;
    const beganMs = nowMs();
    const shed = await store.shed(organisationId, maxWaiting, now().toISOString(), tooMany);
    if (shed > 0) log.warn({ organisationId, shed }, 'dropped webhook deliveries because the queue was full');
    for (let sent = 0; sent < turnDeliveries && nowMs() - beganMs < turnMs && !job.signal.aborted; sent++) {
      const attempt = await store.take(organisationId, now().toISOString());
      if (attempt === undefined) break;
      await deliver(organisationId, attempt, job.signal);
    }
    await job.complete(async (queries) => {
      // Deliveries added while this job still had its unique key did not enqueue another job.
      if (await store.isWaiting(bind(queries, organisationId)))
        await jobs.enqueue(queries, deliveryJob(organisationId));
    });
  }

  async function deliver(organisationId: OrganisationId, attempt: Attempt, signal: AbortSignal): Promise<void> {
    const { delivery, webhook, nth } = attempt;
    const { eventUuid, body } = delivery;
    const sending = options.send(organisationId, { webhook, eventUuid, body, signal });
    const { responseStatus, success, errorMessage, latencyMs } = await sending.catch((error: unknown) => {
      // The others of the organisation are sent nevertheless.
      if (isDiskTrouble(error)) throw error;
      log.error({ err: error, delivery: delivery.uuid }, 'failed to send a delivery');
      return { responseStatus: 0, success: false, errorMessage: notSent, latencyMs: 0 };
    });
    // If the shutdown aborted the request, the stored record already says that the result is unknown.
    if (signal.aborted && responseStatus === 0) return;
    const result = { responseStatus, success, errorMessage, latencyMs };
    await store.answered(organisationId, { delivery, nth, result, keep: keptLog });
  }
}

/** Returns the moment before which bodies of events are not kept. */
export const keptSince = (now: Date): string => new Date(now.getTime() - keptBodyDays * 86_400_000).toISOString();
