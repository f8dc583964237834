import { createHmac, timingSafeEqual } from 'node:crypto';
import { textOf } from '../callback-fields.ts';
import type { CallbackSignature, SignedCallback } from '../provider.ts';

/** Returns whether the callback was signed with this token, by version 3 of the provider's scheme. */
function isSignedBy(authToken: string, { urls, form, nonce, signatures }: SignedCallback): boolean {
  return urls.some((url) => {
    const expected = createHmac('sha256', authToken)
      .update(`${signedText(url, form)}.${nonce}`)
      .digest();
    return signatures.some((signature) => isSame(Buffer.from(signature, 'base64'), expected));
  });
}

const isSame = (actual: Buffer, expected: Buffer): boolean =>
  actual.length === expected.length && timingSafeEqual(actual, expected);

/** Returns the URL with its query sorted, followed by the sorted form fields. */
function signedText(url: string, form: SignedCallback['form']): string {
  const { origin, pathname, searchParams } = new URL(url);
  const query = inOrder([...new Set(searchParams.keys())].map((name) => [name, searchParams.getAll(name)]));
  const fields = inOrder(Object.entries(form).map(([name, value]) => [name, [value].flat().map(textOf)]));
  const separator = query.length > 0 || fields.length > 0 ? '?' : '';
  const between = query.length > 0 && fields.length > 0 ? '.' : '';
  const queryText = query.map(([name, value]) => `${name}=${value}`).join('&');
  return `${origin}${pathname}${separator}${queryText}${between}${fields.flat().join('')}`;
}

/** Sorts by code point, as the provider's SDK does. A plain sort compares halves of characters beyond U+FFFF. */
const byCodePoint = (first: string, other: string): number => Buffer.compare(Buffer.from(first), Buffer.from(other));

/** Sorts by name, and repeated names by value. */
const inOrder = (fields: [name: string, values: string[]][]): [name: string, value: string][] =>
  fields
    .sort(([first], [other]) => byCodePoint(first, other))
    .flatMap(([name, values]) => values.sort(byCodePoint).map((value): [string, string] => [name, value]));

/** Signed by the call's account and by the account that pays for it. */
const signatureHeaders = ['x-plivo-signature-v3', 'x-plivo-signature-ma-v3'];

export const signature: CallbackSignature = {
  sealOf(headers) {
    const signatures = signatureHeaders.flatMap((name) => {
      const value = headers[name];
      return value === undefined ? [] : [value].flat().flatMap((part) => part.split(','));
    });
    if (signatures.length === 0) return undefined;
    return {
      nonce: String(headers['x-plivo-signature-v3-nonce'] ?? ''),
      signatures: signatures.map((each) => each.trim()),
    };
  },
  isSignedBy,
};
