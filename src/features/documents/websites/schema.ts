import { z } from 'zod';
import { lineOf } from '../../../http/fields.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';
import { visibilities } from '../documents/index.ts';

const maxDepth = z.number().int().min(0).max(10).meta({
  description: 'Number of links from the start page to the furthest page. 0 reads the start page alone.',
});
const maxPages = z.number().int().min(1).max(1000);
const refreshHours = z.number().int().min(1).max(8760).nullable().meta({
  description: 'Time between two visits. Null: the site is read again on request only.',
});

export const newWebsite = z.object({
  /** A start page, or a sitemap in XML. */
  url: z
    .string()
    .trim()
    .max(2000)
    .meta({ format: 'uri', examples: ['https://example.com/help'] }),
  title: lineOf(200).optional(),
  max_depth: maxDepth.default(2),
  max_pages: maxPages.default(100),
  refresh_hours: refreshHours.default(168),
  visibility: z.enum(visibilities).default('private'),
});
export type NewWebsite = z.output<typeof newWebsite>;

export const websitePatch = z.object({
  max_depth: maxDepth.exactOptional(),
  max_pages: maxPages.exactOptional(),
  refresh_hours: refreshHours.exactOptional(),
});
export type WebsitePatch = z.output<typeof websitePatch>;

export const website = z.object({
  document_uuid: z.string(),
  url: z.string(),
  max_depth: z.number().int(),
  max_pages: z.number().int(),
  refresh_hours: z.number().int().nullable(),
  /** Time of the next visit. */
  next_at: z.string().nullable(),
  /** End of the last visit, whether or not anything had changed. */
  checked_at: z.string().nullable(),
});

nameSchemas({ Website: website, NewWebsite: newWebsite, WebsitePatch: websitePatch });
