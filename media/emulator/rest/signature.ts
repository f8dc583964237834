import { createHmac, randomUUID } from 'node:crypto';

/** Returns the text that telephony_a signs for a callback, by version 3 of its scheme. */
function signedText(url: string, form: Readonly<Record<string, string>>, nonce: string): string {
  const { origin, pathname, searchParams } = new URL(url);
  const query = [...searchParams].map(([name, value]) => `${name}=${value}`).sort();
  const body = Object.keys(form)
    .sort()
    .map((name) => `${name}${form[name]}`)
    .join('');
  const between = query.length > 0 && body !== '' ? '.' : '';
  return `${origin}${pathname}?${query.join('&')}${between}${body}.${nonce}`;
}

/** Returns the headers of a signed callback. */
export function signatureHeaders(
  url: string,
  form: Readonly<Record<string, string>>,
  authToken: string,
): Record<string, string> {
  const nonce = randomUUID();
  const signature = createHmac('sha256', authToken)
    .update(signedText(url, form, nonce))
    .digest('base64');
  return { 'x-plivo-signature-v3': signature, 'x-plivo-signature-v3-nonce': nonce };
}
