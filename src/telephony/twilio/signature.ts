import { createHmac, timingSafeEqual } from 'node:crypto';
import { textOf } from '../callback-fields.ts';
import type { CallbackSignature, SignedCallback } from '../provider.ts';

/** Returns whether the request was signed with this token: HMAC-SHA1 of the URL and the sorted form fields. */
function isSignedBy(authToken: string, { urls, form, signatures }: SignedCallback): boolean {
  const fields = fieldsText(form);
  return urls.flatMap(withAndWithoutPort).some((url) => {
    const expected = createHmac('sha1', authToken).update(`${url}${fields}`).digest();
    return signatures.some((signature) => isSame(Buffer.from(signature, 'base64'), expected));
  });
}

const isSame = (actual: Buffer, expected: Buffer): boolean =>
  actual.length === expected.length && timingSafeEqual(actual, expected);

/** Concatenates names and values, sorted by name; the different values of a repeated field are sorted too. */
function fieldsText(form: SignedCallback['form']): string {
  return Object.keys(form)
    .sort()
    .flatMap((name) => [...new Set([form[name]].flat().map(textOf))].sort().map((value) => name + value))
    .join('');
}

/** The default port may be part of the signed URL or not. The rest of the URL is signed as it was requested. */
function withAndWithoutPort(url: string): string[] {
  const [, scheme, host, port = '', rest] = /^(\w+):\/\/([^/?#]*?)(:\d+)?([/?#].*|)$/.exec(url) ?? [];
  if (scheme === undefined) return [url];
  const defaultPort = scheme === 'https' || scheme === 'wss' ? ':443' : ':80';
  return [`${scheme}://${host}${rest}`, `${scheme}://${host}${port || defaultPort}${rest}`];
}

export const signature: CallbackSignature = {
  sealOf({ 'x-twilio-signature': value }) {
    return value === undefined ? undefined : { nonce: '', signatures: [value].flat() };
  },
  isSignedBy,
  signsStreams: true,
};
