import { z } from 'zod';
import type { AccountNumber, Found, HungUp, NumberFound, NumbersListed, Placed } from './client.ts';
import type { Exchanged } from './exchange.ts';

/** Error body of a rejected request, in either dialect. */
const complaint = z.object({
  error: z.union([z.string(), z.object({ error: z.string() }).transform((nested) => nested.error)]).optional(),
  message: z.string().optional(),
  title: z.string().optional(),
  detail: z.string().optional(),
  RestException: z.object({ Message: z.string() }).optional(),
  errors: z.array(z.object({ title: z.string().optional(), detail: z.string().optional() })).optional(),
});

const shownCharacters = 200;

/** Returns the provider's own message, for logs and callers; it contains none of this server's secrets. */
function saidBy({ status, body }: Extract<Exchanged, { kind: 'answered' }>): string {
  const parsed = complaint.safeParse(body);
  const reason = parsed.success
    ? (parsed.data.RestException?.Message ??
      parsed.data.errors?.map(({ detail, title }) => detail ?? title)[0] ??
      parsed.data.error ??
      parsed.data.message ??
      parsed.data.detail ??
      parsed.data.title)
    : undefined;
  return `The provider returned ${status}${reason === undefined ? '' : `: ${reason.slice(0, shownCharacters).replace(/\.$/, '')}`}.`;
}

/** Returns undefined for a success response. On a server error, the provider may already have dialled. */
export function notPlaced(answer: Exchanged): Placed | undefined {
  if (answer.kind === 'unreached') return { kind: 'rejected', reason: 'provider_rejected', detail: answer.detail };
  if (answer.kind === 'unanswered') return { kind: 'unknown', detail: answer.detail };
  const { status } = answer;
  if (status >= 200 && status < 300) return undefined;
  const detail = saidBy(answer);
  if (status >= 500 || status === 408 || status === 409) return { kind: 'unknown', detail };
  return { kind: 'rejected', reason: reasonOf(status, detail), detail };
}

function reasonOf(status: number, message: string): Extract<Placed, { kind: 'rejected' }>['reason'] {
  if (status === 401 || status === 403) return 'telephony_not_connected';
  if (status === 429) return 'over_capacity';
  // Neither provider has an error code for invalid numbers: only the message mentions the number.
  return status === 400 && /number|destination/i.test(message) ? 'invalid_number' : 'provider_rejected';
}

export function hungUp(answer: Exchanged): HungUp {
  if (answer.kind !== 'answered') return { kind: 'failed', detail: answer.detail };
  const { status } = answer;
  return (status >= 200 && status < 300) || status === 404
    ? { kind: 'done' }
    : { kind: 'failed', detail: saidBy(answer) };
}

/** Returns undefined unless the provider rejects the account's credentials. */
export function notTheirs(answer: Exchanged): NumberFound | undefined {
  const isRejected = answer.kind === 'answered' && (answer.status === 401 || answer.status === 403);
  return isRejected ? { kind: 'not_owned', detail: 'The provider rejects the credentials.' } : undefined;
}

export const lacksNumber = {
  kind: 'not_owned',
  detail: 'The account at the provider does not have this number.',
} as const satisfies NumberFound;

/** Returns the parsed body of a success response, `absent` for 404, and `unknown` with the reason otherwise. */
export function read<T extends z.ZodType>(
  schema: T,
  answer: Exchanged,
): { readonly kind: 'read'; readonly value: z.output<T> } | Extract<Found, { kind: 'absent' | 'unknown' }> {
  if (answer.kind !== 'answered') return { kind: 'unknown', detail: answer.detail };
  if (answer.status === 404) return { kind: 'absent' };
  if (answer.status < 200 || answer.status >= 300) return { kind: 'unknown', detail: saidBy(answer) };
  const parsed = schema.safeParse(answer.body);
  return parsed.success
    ? { kind: 'read', value: parsed.data }
    : { kind: 'unknown', detail: 'The response of the provider is invalid.' };
}

type ListFailed = Extract<NumbersListed, { kind: 'failed' }>;

/** Returns the parsed body of a list, or what prevents it. */
export function readList<T extends z.ZodType>(
  schema: T,
  answer: Exchanged,
): { readonly kind: 'read'; readonly value: z.output<T> } | ListFailed {
  if (answer.kind === 'unreached') return { kind: 'failed', reason: 'unreachable', detail: answer.detail };
  if (answer.kind === 'unanswered') return { kind: 'failed', reason: 'timed_out', detail: answer.detail };
  const { status, body } = answer;
  const detail = saidBy(answer);
  if (status === 401 || status === 403) return { kind: 'failed', reason: 'credentials_rejected', detail };
  if (status === 404) return { kind: 'failed', reason: 'account_not_found', detail };
  if (status === 429) return { kind: 'failed', reason: 'over_limit', detail };
  if (status < 200 || status >= 300) return { kind: 'failed', reason: 'provider_error', detail };
  const parsed = schema.safeParse(body);
  if (parsed.success) return { kind: 'read', value: parsed.data };
  return { kind: 'failed', reason: 'invalid_answer', detail: `The provider returned ${status} without a list.` };
}

/** A page of a list; `next` requests the following one. */
export interface NumberPage<Next> {
  readonly numbers: readonly AccountNumber[];
  readonly next: Next | undefined;
}

const mostNumberPages = 20;

/** Reads the pages of a list, up to a limit. */
export async function pagesOf<Next>(
  first: Next,
  read: (page: Next) => Promise<NumberPage<Next> | ListFailed>,
): Promise<NumbersListed> {
  const numbers: AccountNumber[] = [];
  let page: Next | undefined = first;
  for (let count = 0; count < mostNumberPages && page !== undefined; count++) {
    const result: NumberPage<Next> | ListFailed = await read(page);
    if ('kind' in result) return result;
    numbers.push(...result.numbers);
    page = result.next;
  }
  return { kind: 'listed', numbers, isWhole: page === undefined };
}

/** Accepts `inbound` and, in older responses, `incoming`. */
export const isInbound = (direction: string | null | undefined): boolean =>
  /^in(bound|coming)\b/i.test(direction ?? '');

/** Compares numbers with or without their plus. */
export const sameNumber = (first: string, other: string): boolean => digitsOf(first) === digitsOf(other);

const comparedDigits = 10;

/** Returns whether both end in the same ten digits: a list may use national format. */
export const sameEnding = (first: string, other: string): boolean => {
  const [ending, otherEnding] = [digitsOf(first).slice(-comparedDigits), digitsOf(other).slice(-comparedDigits)];
  return ending.length === comparedDigits && ending === otherEnding;
};

const digitsOf = (number: string): string => number.replaceAll(/\D/g, '');
