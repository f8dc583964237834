import { createHmac } from 'node:crypto';
import type { CallbackSignature } from '../../../src/telephony/index.ts';

export const toySeal = (token: string, url: string): string => createHmac('sha256', token).update(url).digest('hex');

/** Signs the URL only. */
export const toySignature: CallbackSignature = {
  sealOf: ({ 'x-toy': given }) => (given === undefined ? undefined : { nonce: '', signatures: [given].flat() }),
  isSignedBy: (token, { urls, signatures }) => urls.some((url) => signatures.includes(toySeal(token, url))),
};
