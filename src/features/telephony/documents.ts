import { create } from 'xmlbuilder2';

export interface StreamDocument {
  readonly streamUrl: string;
  readonly statusCallbackUrl: string;
}

/** telephony_a: open a stream both ways, and keep the call for as long as the stream is open. */
export const streamXml = ({ streamUrl, statusCallbackUrl }: StreamDocument): string =>
  create({ version: '1.0', encoding: 'UTF-8' })
    .ele('Response')
    .ele('Stream', {
      bidirectional: 'true',
      keepCallAlive: 'true',
      contentType: 'audio/x-mulaw;rate=8000',
      statusCallbackUrl,
      statusCallbackMethod: 'POST',
    })
    .txt(streamUrl)
    .doc()
    .end();

/** telephony_a: do not answer. */
export const hangupXml = (reason: 'rejected' | 'busy'): string =>
  create({ version: '1.0', encoding: 'UTF-8' }).ele('Response').ele('Hangup', { reason }).doc().end();

/** telephony_b: the address of the stream, with the rate that its audio shall have. */
export const streamJson = (streamUrl: string, rateHz: number): { url: string } => ({
  url: `${streamUrl}?sample-rate=${rateHz}`,
});
