import { gunzipSync } from 'node:zlib';
import { openXml } from '../sheets/index.ts';
import { mostCharactersOfAddress } from './addresses.ts';

interface Locations {
  readonly maps: string[];
  readonly pages: string[];
  /** Why the sitemap cannot be read. */
  readonly fault?: string | undefined;
}

const mostUnpackedBytes = 50 * 2 ** 20;
const mostMaps = 50;
const bytesAtOnce = 64 * 1024;

/** Returns the addresses in a sitemap, which may be compressed: of pages the first `most` that `openAmong` returns. */
export function locationsIn(
  bytes: Buffer,
  most: number,
  openAmong: (urls: readonly string[]) => readonly string[],
): Locations {
  let xml: Buffer;
  try {
    xml = bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes, { maxOutputLength: mostUnpackedBytes }) : bytes;
  } catch {
    return { maps: [], pages: [], fault: 'The sitemap is damaged or too large.' };
  }
  const maps: string[] = [];
  const pages = new Set<string>();
  const add = (url: string, isMap: boolean): void => {
    if (url.length > mostCharactersOfAddress || !URL.canParse(url)) return;
    if (!isMap) for (const page of openAmong([url])) pages.add(page);
    else if (maps.length < mostMaps) maps.push(url);
  };
  try {
    const parser = locationParser(add);
    for (let at = 0; at < xml.length && pages.size < most; at += bytesAtOnce)
      parser.write(xml.subarray(at, at + bytesAtOnce));
    if (pages.size < most) parser.close();
  } catch {
    return { maps: [], pages: [], fault: 'The sitemap is not valid XML.' };
  }
  return { maps, pages: [...pages].slice(0, most) };
}

function locationParser(onLocation: (url: string, isMap: boolean) => void) {
  let isInMap = false;
  let isLocation = false;
  let location = '';
  return openXml({
    open(name) {
      if (name === 'sitemap') isInMap = true;
      if (name === 'url') isInMap = false;
      isLocation = name === 'loc';
      location = '';
    },
    text(piece) {
      if (isLocation) location += piece;
    },
    close(name) {
      if (name === 'loc') onLocation(location.trim(), isInMap);
      isLocation = false;
    },
  });
}
