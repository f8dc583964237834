import * as robotsParser from 'robots-parser';
import type { RobotsFile } from './site-messages.ts';

/** What a site asks of this program. */
export interface Rules {
  allows(url: string): boolean;
  /** Pause between requests that the site asks for; 0 if it names none. */
  readonly delayMs: number;
}

/** The types of the package describe a default export that it does not have. */
const parse = robotsParser.default as unknown as typeof robotsParser.default.default;
const name = 'ParleyBot';

/** Parses the rules of a site. A few kilobytes can keep the parser busy or make it use gigabytes. */
export function rulesOf({ url, text }: RobotsFile): Rules {
  const { origin } = new URL(url);
  const rules = parse(url, text);
  return {
    allows(address) {
      const { pathname, search } = new URL(address);
      return rules.isAllowed(`${origin}${pathname}${search}`, name) !== false;
    },
    delayMs: Math.max(0, rules.getCrawlDelay(name) ?? 0) * 1000,
  };
}
