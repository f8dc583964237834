import { isSameSite } from './addresses.ts';
import { followed, type SiteFetch } from './fetch-page.ts';
import { SiteFault } from './site-fault.ts';
import type { SiteParser } from './site-parser.ts';

const mostMaps = 50;

interface Reading {
  readonly parser: Pick<SiteParser, 'ask'>;
  /** Number of addresses. */
  readonly most: number;
  readonly signal: AbortSignal;
}

/** Returns the addresses of a sitemap, and of the sitemaps that it names, that programs may read. */
export async function sitemapAddresses(
  fetch: SiteFetch,
  start: URL,
  { parser, most, signal }: Reading,
): Promise<string[]> {
  const addresses: string[] = [];
  const maps = new Set([start.href]);
  for (const map of maps) {
    const bytes = await bytesAt(map);
    const locations = await parser.ask({ type: 'sitemap', bytes: bytes.toString('base64'), most });
    if (locations === undefined) throw new SiteFault('The sitemap takes too much time or memory.');
    if (locations.fault !== undefined) throw new SiteFault(locations.fault);
    addresses.push(...locations.pages);
    for (const url of locations.maps) if (maps.size < mostMaps) maps.add(url);
    if (addresses.length >= most) break;
  }
  return addresses.slice(0, most);

  async function bytesAt(url: string): Promise<Buffer> {
    try {
      const { answer } = await followed(fetch, url, { signal, mayFollow: async (next) => isSameSite(next, start) });
      if (answer?.status === 200) return Buffer.from(await answer.arrayBuffer());
      await answer?.body?.cancel();
      if (answer !== undefined) throw new SiteFault(`The site returned ${answer.status} for its sitemap.`);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof SiteFault) throw error;
    }
    throw new SiteFault('The sitemap cannot be loaded. Check its address.');
  }
}
