/**
 * Child process that parses the files of a site, which are untrusted: its rules for programs, its sitemaps and pages.
 * It sends what it found in each and waits for the next. It reaches neither files nor the network.
 */
import { yieldToOthers } from '../../media/kit/yield-to-others.ts';
import { sizeOf } from '../office/content.ts';
import { pageContent } from '../office/page-content.ts';
import { isPageAddress, isSameSite, plainAddress } from './addresses.ts';
import { rulesOf } from './rules.ts';
import type { FirstRequest, RobotsFile, SiteAnswers, SiteRequest } from './site-messages.ts';
import { locationsIn } from './sitemap-locations.ts';

const mostLinks = 300;
/** Characters and cells of one page. */
const mostCharacters = 2_000_000;

type Answer = (request: SiteRequest) => SiteAnswers[SiteRequest['type']];

function createAnswer(robots: RobotsFile): Answer {
  const start = new URL(robots.url);
  const { allows, delayMs } = rulesOf(robots);
  const openAmong = (urls: readonly string[]): string[] =>
    [...new Set(urls.map(plainAddress))].filter((url) => isSameSite(url, start) && isPageAddress(url) && allows(url));
  return (request) => {
    switch (request.type) {
      case 'rules':
        return { type: 'rules', isAllowed: allows(request.url), delayMs };
      case 'addresses':
        return { type: 'addresses', urls: openAmong(request.urls) };
      case 'sitemap': {
        const { maps, pages, fault } = locationsIn(Buffer.from(request.bytes, 'base64'), request.most, openAmong);
        return { type: 'sitemap', maps: maps.filter((url) => isSameSite(url, start)), pages, fault };
      }
      case 'page': {
        const { pieces, links, ...page } = pageContent(request.html, request.url);
        const isTooLong = sizeOf(pieces) > mostCharacters;
        const open = openAmong(links).slice(0, mostLinks);
        return { type: 'page', ...page, pieces: isTooLong ? [] : [...pieces], links: open };
      }
    }
  };
}

const send = (message: object): Promise<void> =>
  new Promise((resolve, reject) => {
    process.send?.(message, (error: Error | null) => (error === null ? resolve() : reject(error)));
  });

yieldToOthers();
process.on('disconnect', () => process.exit(1));
process.once('message', (first: string) => {
  const answer = createAnswer((JSON.parse(first) as FirstRequest).robots);
  const handle = (text: string): void => {
    send(answer(JSON.parse(text) as SiteRequest)).catch(() => process.exit(1));
  };
  process.on('message', handle);
  handle(first);
});
send({ type: 'ready' }).catch(() => process.exit(1));
