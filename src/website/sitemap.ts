import { gunzipSync } from 'node:zlib';
import sax from 'sax';
import { followed, type SiteFetch } from './fetch-page.ts';
import { SiteFault } from './site-fault.ts';

const mostMaps = 50;
const mostUnpackedBytes = 50 * 2 ** 20;

interface Reading {
  /** Number of addresses. */
  readonly most: number;
  readonly signal: AbortSignal;
}

/** Returns the addresses of a sitemap, and of the sitemaps that it names. */
export async function sitemapAddresses(fetch: SiteFetch, start: URL, { most, signal }: Reading): Promise<string[]> {
  const addresses: string[] = [];
  const maps = [start.href];
  for (let read = 0; read < maps.length && read < mostMaps && addresses.length < most; read++) {
    const { answer } = await followed(fetch, maps[read] as string, { signal }).catch(() => {
      throw new SiteFault('The sitemap cannot be loaded. Check its address.');
    });
    if (answer.status !== 200) throw new SiteFault(`The site returned ${answer.status} for its sitemap.`);
    const locations = locationsIn(unpacked(Buffer.from(await answer.arrayBuffer())));
    maps.push(...locations.maps.filter((url) => new URL(url).host === start.host));
    addresses.push(...locations.pages);
  }
  return addresses.slice(0, most);
}

function unpacked(bytes: Buffer): string {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes.toString('utf8');
  try {
    return gunzipSync(bytes, { maxOutputLength: mostUnpackedBytes }).toString('utf8');
  } catch {
    throw new SiteFault('The sitemap is damaged or too large.');
  }
}

function locationsIn(text: string): { readonly maps: string[]; readonly pages: string[] } {
  const locations = { maps: [] as string[], pages: [] as string[] };
  const parser = sax.parser(true, { trim: true });
  let inMap = false;
  let isLocation = false;
  let location = '';
  parser.onerror = () => {
    throw new SiteFault('The sitemap is not valid XML.');
  };
  parser.onopentag = ({ name }) => {
    if (name === 'sitemap') inMap = true;
    if (name === 'url') inMap = false;
    isLocation = name === 'loc';
    location = '';
  };
  parser.ontext = (piece) => {
    if (isLocation) location += piece;
  };
  parser.onclosetag = (name) => {
    if (name === 'loc' && URL.canParse(location)) (inMap ? locations.maps : locations.pages).push(location);
    isLocation = false;
  };
  parser.write(text).close();
  return locations;
}
