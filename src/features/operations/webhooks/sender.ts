import type { OrganisationId } from '../../../data/index.ts';
import type { HttpClient } from '../../../http-client/index.ts';
import { secretTroubles } from '../../../secrets/index.ts';
import type { AttemptResult } from './attempts.ts';
import { isOwnHeader } from './schema.ts';
import type { SealedParts } from './sealed-part.ts';
import { signatureOf } from './signature.ts';

export interface Sending {
  readonly webhook: { readonly uuid: string; readonly url: string };
  readonly eventUuid: string;
  /** The text that is signed and sent. */
  readonly body: string;
  readonly signal?: AbortSignal;
}

export interface Sent extends AttemptResult {
  readonly latencyMs: number;
  /** The first 4 KiB of the response. */
  readonly beginning: Buffer;
  /** Whether `beginning` is the whole response. */
  readonly isWhole: boolean;
}

/** Sends one signed request to a webhook's URL. Never rejects. */
export type Sender = (organisationId: OrganisationId, sending: Sending) => Promise<Sent>;

export interface SenderOptions {
  readonly sealed: SealedParts;
  readonly httpClient: Pick<HttpClient, 'ask'>;
  readonly now: () => Date;
  /** Returns monotonic milliseconds. */
  readonly nowMs: () => number;
}

export function createSender({ sealed, httpClient, now, nowMs }: SenderOptions): Sender {
  return async (organisationId, { webhook, eventUuid, body: text, signal }) => {
    const part = await sealed.get(organisationId, webhook.uuid);
    if (typeof part === 'string') {
      const errorMessage = `Not sent: signing failed. ${secretTroubles[part]}`;
      return { ...failure(0, errorMessage), latencyMs: 0, beginning: Buffer.alloc(0), isWhole: true };
    }
    const body = Buffer.from(text);
    const headers = {
      ...Object.fromEntries(Object.entries(part.headers).filter(([name]) => !isOwnHeader(name))),
      'Content-Type': 'application/json',
      'User-Agent': 'Parley-Webhook',
      'X-Webhook-Id': eventUuid,
      'X-Webhook-Timestamp': String(Math.floor(now().getTime() / 1000)),
      'X-Webhook-Signature': signatureOf(part.secret, body),
    };
    const beganMs = nowMs();
    const answer = await httpClient.ask({ url: webhook.url, headers, body, ...(signal && { signal }) });
    const { status, error, beginning, isWhole } = answer;
    const result =
      status >= 200 && status < 300
        ? { responseStatus: status, success: true, errorMessage: '' }
        : failure(status, status === 0 ? error : sentence(status));
    return { ...result, latencyMs: Math.round(nowMs() - beganMs), beginning, isWhole };
  };
}

const failure = (responseStatus: number, errorMessage: string) => ({ responseStatus, success: false, errorMessage });

const sentence = (status: number): string =>
  `The receiver returned ${status}${status >= 300 && status < 400 ? '; redirects are not followed' : ''}.`;
