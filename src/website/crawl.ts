import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Piece } from '../pdf/index.ts';
import { isPageAddress, isSameSite, plainAddress } from './addresses.ts';
import { type Fetched, fetchPage, type SiteFetch } from './fetch-page.ts';
import type { PageParser } from './page-parser.ts';
import { readRobots } from './robots.ts';
import { SiteFault } from './site-fault.ts';
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
  readonly title: string | undefined;
  /** Whether its content is that of the earlier visit. */
  readonly isUnchanged: boolean;
}

export interface Crawling {
  readonly site: Site;
  readonly fetch: SiteFetch;
  readonly parser: PageParser;
  readonly earlierPages: ReadonlyMap<string, KnownPage>;
  readonly signal: AbortSignal;
  readonly onProgress: (pages: number, addresses: number) => Promise<void>;
}

/** Requests at once to one site. A site that names a delay gets one at a time. */
const atOnce = 4;
const longestDelayMs = 10_000;
/** Characters of all pages. */
const mostCharacters = 20_000_000;
const mostLinksStored = 300;

interface Found {
  readonly url: string;
  readonly depth: number;
}

/** Reads the pages of a site, the nearest to its start first. Throws `SiteFault` if its start cannot be read. */
export async function crawl({ site, fetch, parser, earlierPages, signal, onProgress }: Crawling): Promise<SitePage[]> {
  const start = new URL(site.url);
  const robots = await readRobots(fetch, start, signal);
  const isOpen = (url: string): boolean => isSameSite(url, start) && isPageAddress(url) && robots.allows(url);
  const pages: SitePage[] = [];
  const digests = new Set<string>();
  const seen = new Set<string>();
  const waiting: Found[] = [];
  let characters = 0;
  let startAnswer: Fetched | undefined;

  const add = (url: string, depth: number): void => {
    const plain = plainAddress(url);
    if (depth > site.maxDepth || seen.has(plain) || waiting.length >= site.maxPages * 4 || !isOpen(plain)) return;
    seen.add(plain);
    waiting.push({ url: plain, depth });
  };

  async function visit({ url, depth }: Found): Promise<void> {
    const page = await pageAt(url);
    if (page === undefined || pages.length >= site.maxPages) return;
    const address = plainAddress(page.url);
    if (address !== url) {
      // A redirect or a name of its own leads to a page that another link may lead to as well.
      if (seen.has(address) || !isOpen(address)) return;
      seen.add(address);
    }
    for (const link of page.links) add(link, depth + 1);
    if (digests.has(page.digest) || page.pieces.length === 0) return;
    digests.add(page.digest);
    characters += lengthOf(page.pieces);
    pages.push({ ...page, url: address });
    await onProgress(pages.length, Math.min(site.maxPages, seen.size));
  }

  async function pageAt(url: string): Promise<SitePage | undefined> {
    const earlier = earlierPages.get(url);
    const isStart = url === plainAddress(site.url);
    const answer = (isStart ? startAnswer : undefined) ?? (await fetchPage(fetch, url, { earlier, signal }));
    if (answer.kind === 'unchanged' && earlier !== undefined)
      return { ...earlier, title: undefined, isUnchanged: true };
    if (answer.kind !== 'page') return undefined;
    return parsedPage(answer, earlierPages);
  }

  async function parsedPage(answer: Extract<Fetched, { kind: 'page' }>, all: Crawling['earlierPages']) {
    const parsed = await parser.parse({ html: answer.html, url: answer.url });
    if (parsed === undefined) return undefined;
    const url = parsed.canonical !== undefined && isSameSite(parsed.canonical, start) ? parsed.canonical : answer.url;
    const pieces = parsed.isUnlisted ? [] : parsed.pieces;
    const digest = createHash('sha256').update(JSON.stringify(pieces)).digest('base64url');
    return {
      url,
      title: parsed.title,
      etag: answer.etag,
      lastModified: answer.lastModified,
      digest,
      links: parsed.isEnd ? [] : parsed.links.filter((link) => isSameSite(link, start)).slice(0, mostLinksStored),
      pieces,
      repeated: [],
      isUnchanged: all.get(plainAddress(url))?.digest === digest,
    };
  }

  await addStart();
  while (waiting.length > 0 && pages.length < site.maxPages && characters < mostCharacters) {
    signal.throwIfAborted();
    const some = waiting.splice(0, robots.delayMs > 0 ? 1 : atOnce);
    await Promise.all(some.map(visit));
    if (robots.delayMs > 0) await pause(Math.min(longestDelayMs, robots.delayMs), undefined, { signal });
  }
  return pages;

  /** Reads the sitemap, or checks that the start page can be read. */
  async function addStart(): Promise<void> {
    if (!robots.allows(site.url)) throw new SiteFault('The robots.txt of the site does not allow programs to read it.');
    if (/\.xml(?:\.gz)?$/i.test(start.pathname)) {
      for (const url of await sitemapAddresses(fetch, start, { most: site.maxPages * 2, signal })) add(url, 0);
      if (waiting.length === 0) throw new SiteFault('The sitemap names no page of its site that programs may read.');
      return;
    }
    const answer = await fetchPage(fetch, site.url, { earlier: earlierPages.get(plainAddress(site.url)), signal });
    startAnswer = answer;
    if (answer.kind === 'failed') throw new SiteFault(answer.detail);
    if (answer.kind === 'other')
      throw new SiteFault('The address is not a page of HTML. Enter a start page or a sitemap.');
    if (answer.kind === 'page' && !isSameSite(answer.url, start))
      throw new SiteFault(`The address leads to another site, ${new URL(answer.url).host}. Enter that address.`);
    seen.add(plainAddress(site.url));
    waiting.push({ url: plainAddress(site.url), depth: 0 });
  }
}

const lengthOf = (pieces: readonly Piece[]): number =>
  pieces.reduce(
    (sum, piece) => sum + (piece.place === 'table' ? piece.table.rows.flat().join('').length : piece.text.length),
    0,
  );

/** Removes what most pages repeat, such as menus and footers, from all pages but the first that has it. */
export function withoutRepeated(pages: readonly SitePage[]): SitePage[] {
  const counts = new Map<string, number>();
  for (const { pieces, repeated } of pages)
    for (const key of new Set([...pieces.map(keyOf), ...repeated])) counts.set(key, (counts.get(key) ?? 0) + 1);
  const isRepeated = (key: string): boolean => {
    const count = counts.get(key) ?? 0;
    return count >= fewestRepeats && count > pages.length / 2;
  };
  const printedKeys = new Set<string>();
  return pages.map((page) => {
    const repeated = [...page.repeated];
    const pieces = page.pieces.filter((piece) => {
      const key = keyOf(piece);
      if (!isRepeated(key)) return true;
      if (printedKeys.has(key)) repeated.push(key);
      const isFirst = !printedKeys.has(key);
      printedKeys.add(key);
      return isFirst;
    });
    return { ...page, pieces, repeated };
  });
}

const fewestRepeats = 3;
const keyOf = (piece: Piece): string =>
  createHash('sha256').update(JSON.stringify(piece)).digest('base64url').slice(0, 16);
