import { judged, type Verdict } from './verdict.ts';

/** Webhook events that were written, and what the receiver has of them. */
export interface WebhookCounts {
  readonly written: number;
  readonly doubled: number;
  /** Events neither received nor stored as undelivered. */
  readonly lost: number;
  /** Events stored as undelivered; they can be resent on request. */
  readonly undelivered: number;
}

export type RecordingCounts = { readonly whole: number; readonly missing: number } | 'no object store';

export interface Stored {
  readonly webhooks: WebhookCounts;
  readonly recordings: RecordingCounts;
}

/** Judges what servers with faults left: no webhook is lost or doubled, and no recording is missing. */
export const storedVerdicts = ({ webhooks, recordings }: Stored, name: (what: string) => string): Verdict[] => [
  webhookVerdict(webhooks, name('webhooks')),
  {
    test: name('recordings'),
    figure: typeof recordings === 'string' ? recordings : `${recordings.whole} whole, ${recordings.missing} missing`,
    limit: '0 missing',
    outcome: typeof recordings === 'string' ? 'skip' : judged(recordings.missing === 0),
  },
];

export const webhookVerdict = (webhooks: WebhookCounts, test: string): Verdict => ({
  test,
  figure: `${webhooks.doubled} doubled, ${webhooks.lost} lost of ${webhooks.written} written, ${webhooks.undelivered} shown as undelivered`,
  limit: '0, 0',
  outcome: judged(webhooks.doubled + webhooks.lost === 0),
});
