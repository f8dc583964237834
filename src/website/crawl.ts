import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { lengthOf, type Piece } from '../pdf/index.ts';
import { isPageAddress, isSameSite, plainAddress } from './addresses.ts';
import { type Fetched, fetchPage, type SiteFetch } from './fetch-page.ts';
import { readRobots } from './robots.ts';
import { SiteFault } from './site-fault.ts';
import { createSiteParser, type SiteParser } from './site-parser.ts';
import { sitemapAddresses } from './sitemap.ts';

export interface Site {
  /** A start page, or a sitemap in XML. */
  readonly url: string;
  /** Number of links from the start page to the furthest page. */
  readonly maxDepth: number;
  readonly maxPages: number;
}

/** What an earlier visit found on a page. */
export interface KnownPage {
  readonly url: string;
  readonly title?: string | undefined;
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly digest: string;
  readonly links: readonly string[];
  /** Without what most pages repeat. */
  readonly pieces: readonly Piece[];
  /** Keys of the pieces that were left out. */
  readonly repeated: readonly string[];
}

export interface SitePage extends KnownPage {
  /** Whether its content is that of the earlier visit. */
  readonly isUnchanged: boolean;
}

export interface Crawling {
  readonly site: Site;
  readonly fetch: SiteFetch;
  readonly earlierPages: ReadonlyMap<string, KnownPage>;
  readonly signal: AbortSignal;
  /** Returns monotonic milliseconds. */
  readonly nowMs: () => number;
  readonly onProgress: (pages: number, addresses: number) => Promise<void>;
}

/** Requests at once to one site. A site that names a delay gets one at a time. */
const atOnce = 4;
const longestDelayMs = 10_000;
/** After this time a visit ends with the pages that it has. */
const longestVisitMs = 20 * 60_000;
/** Characters of all pages. */
const mostCharacters = 20_000_000;
/** Addresses that are visited for each page that is wanted: some fail, and some are pages that are known already. */
const addressesOfPage = 10;

interface Found {
  readonly url: string;
  readonly depth: number;
}

/**
 * Reads the pages of a site, the nearest to its start first and those of one page in the order of its links. Throws
 * `SiteFault` if its start cannot be read.
 */
export async function crawl(crawling: Crawling): Promise<SitePage[]> {
  const { site, fetch, signal } = crawling;
  const start = new URL(site.url);
  const parser = createSiteParser(await readRobots(fetch, start, signal), signal);
  try {
    return await visitAll(start, parser, crawling);
  } finally {
    await parser.close();
  }
}

async function visitAll(
  start: URL,
  parser: SiteParser,
  { site, fetch, earlierPages, signal, nowMs, onProgress }: Crawling,
): Promise<SitePage[]> {
  const endMs = nowMs() + longestVisitMs;
  const startAddress = plainAddress(site.url);
  const pages: SitePage[] = [];
  const digests = new Set<string>();
  const seen = new Set<string>();
  const waiting: Found[] = [];
  let characters = 0;

  const add = (url: string, depth: number): void => {
    if (depth > site.maxDepth || seen.has(url) || seen.size >= site.maxPages * addressesOfPage) return;
    seen.add(url);
    waiting.push({ url, depth });
  };
  const openAmong = async (urls: readonly string[]): Promise<readonly string[]> =>
    (await parser.ask({ type: 'addresses', urls }))?.urls ?? [];
  const mayFollow = async (url: string): Promise<boolean> => (await openAmong([url])).length > 0;
  const fetched = (url: string): Promise<Fetched> =>
    fetchPage(fetch, url, { earlier: earlierPages.get(plainAddress(url)), mayFollow, signal });

  async function pageOf(url: string, answer: Fetched): Promise<SitePage | undefined> {
    const earlier = earlierPages.get(url);
    if (answer.kind === 'unchanged' && earlier !== undefined)
      // The rules of the site may have changed.
      return { ...earlier, links: await openAmong(earlier.links), isUnchanged: true };
    return answer.kind === 'page' ? parsedPage(answer) : undefined;
  }

  async function parsedPage(answer: Extract<Fetched, { kind: 'page' }>): Promise<SitePage | undefined> {
    const parsed = await parser.ask({ type: 'page', html: answer.html, url: answer.url });
    if (parsed === undefined) return undefined;
    const { canonical, title, links, isEnd, isUnlisted } = parsed;
    const url = plainAddress(canonical !== undefined && isSameSite(canonical, start) ? canonical : answer.url);
    const pieces = isUnlisted ? [] : parsed.pieces;
    const digest = createHash('sha256').update(JSON.stringify(pieces)).digest('base64url');
    return {
      url,
      title,
      etag: answer.etag,
      lastModified: answer.lastModified,
      digest,
      links: isEnd ? [] : links,
      pieces,
      repeated: [],
      isUnchanged: earlierPages.get(url)?.digest === digest,
    };
  }

  async function keep(page: SitePage | undefined, { url, depth }: Found): Promise<void> {
    if (page === undefined || pages.length >= site.maxPages) return;
    if (page.url !== url) {
      // A redirect or a name of its own leads to a page that another link may lead to as well.
      if (seen.has(page.url) || !(await mayFollow(page.url))) return;
      seen.add(page.url);
    }
    for (const link of page.links) add(link, depth + 1);
    if (digests.has(page.digest) || (page.pieces.length === 0 && page.repeated.length === 0)) return;
    digests.add(page.digest);
    characters += page.pieces.reduce((sum, piece) => sum + lengthOf(piece), 0);
    pages.push(page);
    await onProgress(pages.length, Math.min(site.maxPages, seen.size));
  }

  const delayMs = await addStart();
  while (waiting.length > 0 && pages.length < site.maxPages && characters < mostCharacters && nowMs() < endMs) {
    if (delayMs > 0) await pause(Math.min(longestDelayMs, delayMs), undefined, { signal });
    const some = waiting.splice(0, delayMs > 0 ? 1 : atOnce);
    const visited = await Promise.all(some.map(async ({ url }) => pageOf(url, await fetched(url))));
    for (const [i, address] of some.entries()) await keep(visited[i], address);
    signal.throwIfAborted();
  }
  return pages;

  /** Adds the pages of the sitemap, or the start page. Returns the delay that the site asks for. */
  async function addStart(): Promise<number> {
    const rules = await parser.ask({ type: 'rules', url: site.url });
    if (rules === undefined) throw new SiteFault('The robots.txt of the site takes too much time or memory.');
    if (!rules.isAllowed) throw new SiteFault('The robots.txt of the site does not allow programs to read it.');
    if (/\.xml(?:\.gz)?$/i.test(start.pathname)) {
      const most = site.maxPages * 2;
      for (const url of await sitemapAddresses(fetch, start, { parser, most, signal })) add(url, 0);
      if (waiting.length === 0) throw new SiteFault('The sitemap names no page of its site that programs may read.');
    } else {
      const answer = await fetched(site.url);
      const trouble = troubleOfStart(answer, start);
      if (trouble !== undefined) throw new SiteFault(trouble);
      seen.add(startAddress);
      await keep(await pageOf(startAddress, answer), { url: startAddress, depth: 0 });
    }
    return rules.delayMs;
  }
}

function troubleOfStart(answer: Fetched, start: URL): string | undefined {
  if (answer.kind === 'failed') return answer.detail;
  if (answer.kind === 'elsewhere') {
    const { url } = answer;
    if (!isSameSite(url, start)) return `The address leads to another site, ${new URL(url).host}. Enter that address.`;
    if (isPageAddress(url)) return `The robots.txt of the site does not allow programs to read ${url}.`;
  }
  return answer.kind === 'page' || answer.kind === 'unchanged'
    ? undefined
    : 'The address is not a page of HTML. Enter a start page or a sitemap.';
}

/** Removes what most pages repeat, such as menus and footers, from all pages but the first that has it. */
export function withoutRepeated(pages: readonly SitePage[]): SitePage[] {
  const keyed = pages.map((page) => ({ page, keys: page.pieces.map(keyOf) }));
  const counts = new Map<string, number>();
  for (const { page, keys } of keyed)
    for (const key of new Set([...keys, ...page.repeated])) counts.set(key, (counts.get(key) ?? 0) + 1);
  const isRepeated = (key: string): boolean => {
    const count = counts.get(key) ?? 0;
    return count >= fewestRepeats && count > pages.length / 2;
  };
  const printedKeys = new Set<string>();
  return keyed.map(({ page, keys }) => {
    const repeated = [...page.repeated];
    const pieces = page.pieces.filter((_, at) => {
      const key = keys[at] as string;
      if (!isRepeated(key)) return true;
      const isFirst = !printedKeys.has(key);
      if (isFirst) printedKeys.add(key);
      else repeated.push(key);
      return isFirst;
    });
    return { ...page, pieces, repeated };
  });
}

const fewestRepeats = 3;
const keyOf = (piece: Piece): string =>
  createHash('sha256').update(JSON.stringify(piece)).digest('base64url').slice(0, 16);
