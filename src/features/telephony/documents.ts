import { responseXml } from '../../telephony-providers/index.ts';

export interface StreamDocument {
  readonly streamUrl: string;
  readonly statusCallbackUrl: string;
}

/** telephony_a: open a stream both ways, and keep the call for as long as the stream is open. */
export const streamXml = ({ streamUrl, statusCallbackUrl }: StreamDocument): string =>
  responseXml({
    Stream: {
      '@bidirectional': 'true',
      '@keepCallAlive': 'true',
      '@contentType': 'audio/x-mulaw;rate=8000',
      '@statusCallbackUrl': statusCallbackUrl,
      '@statusCallbackMethod': 'POST',
      '#text': streamUrl,
    },
  });

/** telephony_a: do not answer. */
export const hangupXml = (reason: 'rejected' | 'busy'): string => responseXml({ Hangup: { '@reason': reason } });

/** telephony_b: the address of the stream, with the rate that its audio shall have. */
export const streamJson = (streamUrl: string, rateHz: number): { url: string } => ({
  url: `${streamUrl}?sample-rate=${rateHz}`,
});
