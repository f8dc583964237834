import { z } from 'zod';
import { pieceSchema } from '../pdf/index.ts';

/** The rules of a site for programs, as they came. */
export interface RobotsFile {
  readonly url: string;
  readonly text: string;
}

/** What the process that parses the files of a site is asked. */
export type SiteRequest =
  | { readonly type: 'rules'; readonly url: string }
  | { readonly type: 'addresses'; readonly urls: readonly string[] }
  | { readonly type: 'page'; readonly html: string; readonly url: string }
  /** `bytes`: in base64, as they came. `most`: number of pages that are returned. */
  | { readonly type: 'sitemap'; readonly bytes: string; readonly most: number };

/** The first request to a process has the rules, which apply to all that follow. */
export type FirstRequest = SiteRequest & { readonly robots: RobotsFile };

const urls = z.array(z.string());

const answers = {
  rules: z.object({
    type: z.literal('rules'),
    /** Whether programs may read the address. */
    isAllowed: z.boolean(),
    /** Pause between requests that the site asks for; 0 if it names none. */
    delayMs: z.number(),
  }),
  /** Those of the addresses that are pages of the site which programs may read. */
  addresses: z.object({ type: z.literal('addresses'), urls }),
  page: z.object({
    type: z.literal('page'),
    title: z.string().optional(),
    /** Empty for a page with too much text. */
    pieces: z.array(pieceSchema),
    /** Addresses that may be read, each once. */
    links: urls,
    canonical: z.string().optional(),
    isUnlisted: z.boolean(),
    isEnd: z.boolean(),
  }),
  sitemap: z.object({
    type: z.literal('sitemap'),
    /** Further sitemaps of the site. */
    maps: urls,
    /** Pages that may be read. */
    pages: urls,
    /** Why it cannot be read. */
    fault: z.string().optional(),
  }),
};

export const messageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  answers.rules,
  answers.addresses,
  answers.page,
  answers.sitemap,
]);

export type SiteAnswers = { readonly [Type in keyof typeof answers]: z.output<(typeof answers)[Type]> };
