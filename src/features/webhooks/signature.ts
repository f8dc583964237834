import { createHmac } from 'node:crypto';

/** Over the bytes that are sent, keyed with the text of the secret. */
export const signatureOf = (secret: string, body: Buffer): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
