import { DownloadFault, type Fetch, sentenceOf } from '../http-client/index.ts';
import { charsetOfHtml, decoded } from '../office/decode.ts';

/** Connects to public addresses only, within its own limits of time and size. */
export type SiteFetch = Fetch;

export type Fetched =
  | {
      readonly kind: 'page';
      /** Where redirects led. */
      readonly url: string;
      readonly html: string;
      readonly etag: string | null;
      readonly lastModified: string | null;
    }
  /** Not HTML. */
  | { readonly kind: 'other' }
  | { readonly kind: 'unchanged' }
  /** A redirect leads to an address that is not to be visited. */
  | { readonly kind: 'elsewhere'; readonly url: string }
  | { readonly kind: 'failed'; readonly detail: string };

/** Returns whether the address to which a redirect leads may be requested. */
type MayFollow = (url: string) => Promise<boolean>;

interface Fetching {
  readonly earlier?: { readonly etag: string | null; readonly lastModified: string | null } | undefined;
  readonly mayFollow: MayFollow;
  readonly signal: AbortSignal;
}

const mostRedirects = 5;
const agent = 'ParleyBot/1.0 (knowledge base reader)';

/**
 * Requests an address and follows redirects, each checked like the first address. There is no answer if one leads to an
 * address that may not be requested, which `url` is then.
 */
export async function followed(
  fetch: SiteFetch,
  url: string,
  {
    mayFollow,
    signal,
    headers = {},
  }: Pick<Fetching, 'mayFollow' | 'signal'> & { readonly headers?: Record<string, string> },
): Promise<{ readonly url: string; readonly answer: Response | undefined }> {
  let at = url;
  for (let hops = 0; hops <= mostRedirects; hops++) {
    const answer = await fetch(at, {
      signal,
      headers: { 'user-agent': agent, accept: 'text/html, */*;q=0.1', ...headers },
    });
    const next = answer.status >= 300 && answer.status < 400 ? answer.headers.get('location') : null;
    if (next === null) return { url: at, answer };
    await answer.body?.cancel();
    if (!URL.canParse(next, at)) break;
    at = new URL(next, at).href;
    if (!(await mayFollow(at))) return { url: at, answer: undefined };
  }
  throw new DownloadFault(0, 'There were too many redirects.');
}

/** Fetches a page, unless it is the same as at the earlier visit. */
export async function fetchPage(
  fetch: SiteFetch,
  address: string,
  { earlier, mayFollow, signal }: Fetching,
): Promise<Fetched> {
  const headers = {
    ...(typeof earlier?.etag === 'string' && { 'if-none-match': earlier.etag }),
    ...(typeof earlier?.lastModified === 'string' && { 'if-modified-since': earlier.lastModified }),
  };
  try {
    const { url, answer } = await followed(fetch, address, { mayFollow, signal, headers });
    if (answer === undefined) return { kind: 'elsewhere', url };
    if (answer.status === 304) return { kind: 'unchanged' };
    const type = answer.headers.get('content-type') ?? 'text/html';
    const isHtml = /\b(?:html|xhtml)\b/i.test(type);
    if (answer.status !== 200 || !isHtml) {
      await answer.body?.cancel();
      return answer.status === 200
        ? { kind: 'other' }
        : { kind: 'failed', detail: `The site returned ${answer.status}.` };
    }
    const bytes = Buffer.from(await answer.arrayBuffer());
    return {
      kind: 'page',
      url,
      html: decoded(bytes, /charset=["']?([\w-]+)/i.exec(type)?.[1] ?? charsetOfHtml(bytes)),
      etag: answer.headers.get('etag'),
      lastModified: answer.headers.get('last-modified'),
    };
  } catch (error) {
    signal.throwIfAborted();
    return { kind: 'failed', detail: error instanceof DownloadFault ? error.message : sentenceOf(error) };
  }
}
