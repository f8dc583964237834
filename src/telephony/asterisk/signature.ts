import { createHash, timingSafeEqual } from 'node:crypto';
import type { CallbackSignature } from '../provider.ts';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Basic authentication of the dialplan; the user's name is not compared. */
export const signature: CallbackSignature = {
  sealOf({ authorization }) {
    const encoded = /^Basic ([A-Za-z0-9+/]{1,1024}={0,2})$/i.exec([authorization ?? ''].flat()[0] ?? '')?.[1];
    if (encoded === undefined) return undefined;
    const text = Buffer.from(encoded, 'base64').toString('utf8');
    return { nonce: '', signatures: [text.slice(text.indexOf(':') + 1)] };
  },
  isSignedBy: (key, { signatures }) => signatures.some((password) => timingSafeEqual(digest(password), digest(key))),
  signsAll: true,
};
