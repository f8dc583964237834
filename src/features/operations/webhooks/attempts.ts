import type { DeliveryRow } from './store.ts';

/** One request of a delivery, as stored with the delivery. */
export interface DeliveryAttempt {
  readonly at: string;
  /** What caused the attempt. */
  readonly by: 'event' | 'person';
  /** 0 without a response. */
  readonly responseStatus: number;
  readonly success: boolean;
  /** Empty on success. */
  readonly errorMessage: string;
  /** Time from the request to the response; null if the server stopped in between. */
  readonly latencyMs: number | null;
}

export type AttemptResult = Pick<DeliveryAttempt, 'responseStatus' | 'success' | 'errorMessage' | 'latencyMs'>;

/** Limit for one delivery. */
export const maxAttempts = 20;

/** Longer than any request. An attempt without a result for this long was interrupted. */
const sendingMs = 30_000;

const unanswered = 'The server stopped while sending. Delivery is unknown.';

/** Returns the record written before the request: whatever happens later, the attempt was made. */
export const begun = (at: string, by: DeliveryAttempt['by']): DeliveryAttempt => ({
  at,
  by,
  responseStatus: 0,
  success: false,
  errorMessage: unanswered,
  latencyMs: null,
});

/** Returns the attempts of a delivery. Rows of earlier versions have only the result. */
export function attemptsOf(row: DeliveryRow): readonly DeliveryAttempt[] {
  const storedAttempts = row.attempts as readonly DeliveryAttempt[];
  if (storedAttempts.length > 0 || row.attemptedAt === null) return storedAttempts;
  const { attemptedAt: at, responseStatus, success, errorMessage } = row;
  return [{ at, by: 'event', responseStatus, success, errorMessage, latencyMs: null }];
}

/** Returns the result of a delivery: that of its successful attempt, otherwise of the last one. */
export function resultOf(attempts: readonly DeliveryAttempt[]) {
  const { responseStatus, success, errorMessage } = (attempts.find((each) => each.success) ??
    attempts.at(-1)) as DeliveryAttempt;
  // The body is not needed after a successful delivery.
  return { attempts, responseStatus, success, errorMessage, ...(success ? { body: '' } : {}) };
}

/** The attempt may have been begun by another server, whose clock may be ahead. */
export function isBeingSent(row: DeliveryRow, at: string): boolean {
  const last = attemptsOf(row).at(-1);
  return last?.latencyMs === null && Math.abs(Date.parse(at) - Date.parse(last.at)) < sendingMs;
}

/** Returns whether `retake` would accept the delivery, apart from the age of its body. */
export const canRedeliver = (row: DeliveryRow, at: string): boolean =>
  !row.success &&
  row.body !== '' &&
  row.attemptedAt !== null &&
  attemptsOf(row).length < maxAttempts &&
  !isBeingSent(row, at);
