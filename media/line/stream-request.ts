/** The HTTP request that opened a stream, as far as it identifies its sender. */
export interface StreamRequest {
  /** The host that was requested: `X-Forwarded-Host` of a proxy, else `Host`; may be empty. */
  readonly host: string;
  /** Path and query as requested. */
  readonly target: string;
  /** `Origin` header: the page of a browser. Empty for other programs. */
  readonly origin: string;
  /** Headers with a signature of the request, by their name in lower case. */
  readonly signatures: Readonly<Record<string, string>>;
}

const mostSignatures = 4;
const printable = /^[\x20-\x7e]{0,1024}$/;

/** Returns the headers whose name ends in `-signature`; at most four, of at most 1,024 printable characters of ASCII. */
export function signaturesOf(headers: Iterable<readonly [name: string, value: string]>): Record<string, string> {
  const signatures: Record<string, string> = {};
  let count = 0;
  for (const [name, value] of headers) {
    if (count === mostSignatures) break;
    if (!/^[a-z0-9-]{1,64}-signature$/.test(name) || !printable.test(value)) continue;
    signatures[name] = value;
    count += 1;
  }
  return signatures;
}
