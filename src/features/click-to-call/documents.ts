import { recordElement, responseXml } from '../../telephony-providers/index.ts';

export interface Dialling {
  /** What the customer sees. */
  readonly callerId: string;
  readonly to: string;
  /** Where it is told how the customer's leg ended, and when it began. */
  readonly statusUrl: string;
  /** Where it is told where the recording is. */
  readonly recordingUrl: string;
}

const ringSeconds = '40';

/** telephony_a, to the teammate who has picked up: both are recorded, and the customer is dialled. */
export const dialXml = ({ callerId, to, statusUrl, recordingUrl }: Dialling): string =>
  responseXml({
    Record: recordElement('when_dialled_answers', recordingUrl),
    Dial: {
      '@callerId': callerId,
      '@timeout': ringSeconds,
      '@action': statusUrl,
      '@method': 'POST',
      '@redirect': 'false',
      '@callbackUrl': statusUrl,
      '@callbackMethod': 'POST',
      Number: to,
    },
  });
