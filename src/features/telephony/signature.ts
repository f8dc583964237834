import { createHmac, timingSafeEqual } from 'node:crypto';

/** A callback as it came, and what its sender says of itself. */
export interface SignedCallback {
  /** Addresses that the provider may have been given for it: the first that fits counts. */
  readonly urls: readonly string[];
  /** Fields of its form; empty for one that came without. */
  readonly form: Readonly<Record<string, unknown>>;
  readonly nonce: string;
  /** Several, when the account's owner signs as well. */
  readonly signatures: readonly string[];
}

/** Whether the holder of this token has sent the callback: version 3 of telephony_a's scheme. */
export function isSignedBy(authToken: string, { urls, form, nonce, signatures }: SignedCallback): boolean {
  return urls.some((url) => {
    const expected = createHmac('sha256', authToken)
      .update(`${signedText(url, form)}.${nonce}`)
      .digest();
    return signatures.some((signature) => isSame(Buffer.from(signature, 'base64'), expected));
  });
}

const isSame = (given: Buffer, expected: Buffer): boolean =>
  given.length === expected.length && timingSafeEqual(given, expected);

/** The address with its query in order, and behind it the fields of the form in theirs. */
function signedText(url: string, form: SignedCallback['form']): string {
  const { origin, pathname, searchParams } = new URL(url);
  const query = inOrder([...new Set(searchParams.keys())].map((name) => [name, searchParams.getAll(name)]));
  const fields = inOrder(Object.entries(form).map(([name, value]) => [name, [value].flat().map(String)]));
  const asked = query.length > 0 || fields.length > 0 ? '?' : '';
  const between = query.length > 0 && fields.length > 0 ? '.' : '';
  const queryText = query.map(([name, value]) => `${name}=${value}`).join('&');
  return `${origin}${pathname}${asked}${queryText}${between}${fields.flat().join('')}`;
}

/** By name, and what is repeated by value. */
const inOrder = (fields: [name: string, values: string[]][]): [name: string, value: string][] =>
  fields
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([name, values]) => values.sort().map((value): [string, string] => [name, value]));
