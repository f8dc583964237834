import { bind, type OrganisationId } from '../../data/index.ts';
import type { Job, Jobs } from '../../jobs/index.ts';
import type { Log } from '../../log.ts';
import { deliveryJob } from './outbox.ts';
import type { Attempt, OutboxStore } from './outbox-store.ts';
import type { Sender } from './sender.ts';

export interface DeliveryOptions {
  readonly store: OutboxStore;
  readonly send: Sender;
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
/** Deliveries of a webhook whose log is kept. */
export const keptLog = 200;
const maxWaiting = 10_000;
/** How long the body of a failed delivery is kept for a redelivery, and how often those that are over are removed. */
const keptBodyDays = 7;
const forgetEveryMs = 3_600_000;

const tooMany = `Not sent: more than ${maxWaiting} deliveries were queued.`;

/** Sends what is in the outbox, one delivery of an organisation after the other, each once. */
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
      // What was put down while the key of this job was still taken has no job of its own.
      if (await store.isWaiting(bind(queries, organisationId)))
        await jobs.enqueue(queries, deliveryJob(organisationId));
    });
  }

  async function deliver(organisationId: OrganisationId, attempt: Attempt, signal: AbortSignal): Promise<void> {
    const { delivery, webhook, nth } = attempt;
    const { eventUuid, body } = delivery;
    const { responseStatus, success, errorMessage, latencyMs } = await options.send(organisationId, {
      ...{ webhook, eventUuid, body, signal },
    });
    // Of what we cut off ourselves it is written already that nobody knows.
    if (signal.aborted && responseStatus === 0) return;
    const result = { responseStatus, success, errorMessage, latencyMs };
    await store.answered(organisationId, { delivery, nth, result, keep: keptLog });
  }
}

/** Bodies of events before this moment are not kept. */
export const keptSince = (now: Date): string => new Date(now.getTime() - keptBodyDays * 86_400_000).toISOString();
