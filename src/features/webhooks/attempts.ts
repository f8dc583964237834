import type { DeliveryRow } from './store.ts';

/** One request of a delivery, as the delivery keeps it. */
export interface DeliveryAttempt {
  readonly at: string;
  /** Whether the event caused it, or a person. */
  readonly by: 'event' | 'person';
  /** 0 without a response. */
  readonly responseStatus: number;
  readonly success: boolean;
  /** Empty on success. */
  readonly errorMessage: string;
  /** From the request to the response; null where the server stopped in between. */
  readonly latencyMs: number | null;
}

export type AttemptResult = Pick<DeliveryAttempt, 'responseStatus' | 'success' | 'errorMessage' | 'latencyMs'>;

/** A delivery has at most so many attempts. */
export const maxAttempts = 20;

const unanswered = 'The server stopped while sending. Delivery is unknown.';

/** What is written before the request: whatever happens from there on, it was tried. */
export const begun = (at: string, by: DeliveryAttempt['by']): DeliveryAttempt => ({
  ...{ at, by, responseStatus: 0, success: false, errorMessage: unanswered, latencyMs: null },
});

/** Those of a delivery. Rows of earlier versions have only their result. */
export function attemptsOf(row: DeliveryRow): readonly DeliveryAttempt[] {
  const kept = row.attempts as readonly DeliveryAttempt[];
  if (kept.length > 0 || row.attemptedAt === null) return kept;
  const { attemptedAt: at, responseStatus, success, errorMessage } = row;
  return [{ at, by: 'event', responseStatus, success, errorMessage, latencyMs: null }];
}

/** What the delivery shows: the result of its last attempt, or of the one that succeeded. */
export function resultOf(attempts: readonly DeliveryAttempt[]) {
  const { responseStatus, success, errorMessage } = (attempts.find((one) => one.success) ??
    attempts.at(-1)) as DeliveryAttempt;
  // What was delivered is needed no more.
  return { attempts, responseStatus, success, errorMessage, ...(success ? { body: '' } : {}) };
}

/** Whether `retake` would take it, but for the age of its body. */
export const canRedeliver = (row: DeliveryRow): boolean =>
  !row.success && row.body !== '' && row.attemptedAt !== null && attemptsOf(row).length < maxAttempts;
