import * as robotsParser from 'robots-parser';
import { followed, type SiteFetch } from './fetch-page.ts';
import { SiteFault } from './site-fault.ts';

export interface Robots {
  allows(url: string): boolean;
  /** Pause between requests that the site asks for; 0 if it names none. */
  readonly delayMs: number;
}

/** The types of the package describe a default export that it does not have. */
const parse = robotsParser.default as unknown as typeof robotsParser.default.default;
const name = 'ParleyBot';
const mostCharacters = 500_000;

/** Reads the rules of a site for programs. A site without them allows everything; one that fails, nothing. */
export async function readRobots(fetch: SiteFetch, { origin }: URL, signal: AbortSignal): Promise<Robots> {
  const url = `${origin}/robots.txt`;
  let text = '';
  try {
    const { answer } = await followed(fetch, url, { signal });
    const body = await answer.text();
    if (answer.status >= 500)
      throw new SiteFault(`The site returned ${answer.status} for its robots.txt. Try again later.`);
    if (answer.status === 200) text = body.slice(0, mostCharacters);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof SiteFault) throw error;
    // A site that cannot be reached at all fails with its start page, which says why.
  }
  const rules = parse(url, text);
  return {
    allows(address) {
      const { pathname, search } = new URL(address);
      return rules.isAllowed(`${origin}${pathname}${search}`, name) !== false;
    },
    delayMs: (rules.getCrawlDelay(name) ?? 0) * 1000,
  };
}
