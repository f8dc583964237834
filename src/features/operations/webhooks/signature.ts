import { createHmac } from 'node:crypto';

/** Signs the bytes that are sent, with the text of the secret as the key. */
export const signatureOf = (secret: string, body: Buffer): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
